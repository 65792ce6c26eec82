// Rejects a commit whose first line is not `kind(where): what`. Plain JavaScript, because any Node may run it.
import { readFileSync } from 'node:fs'
import { argv, exit, stderr } from 'node:process'

const KINDS = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'chore', 'build', 'style', 'revert']
const LONGEST = 100
const [subject = ''] = readFileSync(argv[2] ?? '', 'utf8').split('\n')
const isAutomatic = /^(Merge|Revert|fixup!|squash!) /.test(subject)
const isShaped = new RegExp(`^(${KINDS.join('|')})(\\([a-z0-9-]+\\))?: \\S`).test(subject)

if (!isAutomatic && (!isShaped || subject.length > LONGEST)) {
  stderr.write(
    `“${subject}” is not taken. Write “kind(where): what”, in ${LONGEST} characters at most, with one of ` +
      `${KINDS.join(', ')}: “fix(notes): a reply keeps its place”.\n`,
  )
  exit(1)
}

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const COLUMNS = 120
const CODE = /\.(ts|tsx|js|mjs|css)$/

/** Lines that the formatter cannot break, such as comments and strings, by file and number. */
export function tooLong(): readonly string[] {
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  return paths
    .split('\n')
    .filter((path) => CODE.test(path) && existsSync(path))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line, i) => ({ line, where: `${path}:${i + 1}` })),
    )
    .filter(({ line }) => line.length > COLUMNS)
    .map(({ line, where }) => `${where} has ${line.length} columns; ${COLUMNS} are the most`)
}

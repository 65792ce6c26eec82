import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findStrace } from '../scripts/find-strace.ts'
import { hireCrew } from './busy-crew.ts'
import { judgeFlushes, straceFlushes } from './flush-order.ts'
import { Journal, ofKind } from './journal.ts'
import { CannotRun, measure } from './measure.ts'
import { startServer } from './start-server.ts'

/**
 * A power cut loses what is only in the kernel's memory. Therefore everything that an answer acknowledges must be
 * flushed, including its name, before the answer's first byte.
 */
void measure('r02', async ({ folder, seed, short, say, afterwards }) => {
  const strace = findStrace({ install: true })
  if ('missing' in strace) throw new CannotRun(strace.missing)
  const dataDir = join(folder, 'data')
  const trace = join(folder, 'trace')
  const journal = new Journal(join(folder, 'journal'))
  const server = await startServer({ dataDir, under: straceFlushes(trace) })
  afterwards(() => server.kill('group'))
  const clients = hireCrew({ names: ['olga', 'ed'], server: () => server.url, seed, journal })
  // In turns: what one client is still sending need not be flushed when the other gets its answer.
  for (let turn = 0; turn < (short ? 90 : 800); turn++) {
    let steps = 0
    await clients[turn % 2]?.work(() => steps++ > 0)
  }
  for (const client of clients) await client.catchUp()
  await server.stop()
  const { answers, flushes, named, wrong } = judgeFlushes(readFileSync(trace, 'utf8'), dataDir)
  const entries = journal.read()
  const versions = ofKind(entries, 'version').length
  say(`${entries.length} acknowledgements: ${versions} versions`)
  const blind = [
    ...(answers < 20 ? [`only ${answers} answers were seen`] : []),
    ...(versions === 0 || named < versions
      ? [`${named} files were seen to get their name, and there are ${versions} versions`]
      : []),
    ...(flushes.database < 20 || flushes.folders < versions
      ? [`only ${flushes.database} flushes of the database and ${flushes.folders} of folders were seen`]
      : []),
  ]
  return {
    figure:
      `${answers} answers, ${flushes.database} flushes of the database, ${flushes.files} of files, ` +
      `${flushes.folders} of folders before them: ${wrong.length} left too early`,
    wrong: [...wrong, ...blind],
  }
})

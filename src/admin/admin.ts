import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { inspect } from 'node:util'
import { commands } from './commands.ts'
import { runCommandLine } from './command-line.ts'
import { openPlace, type Installation } from './place.ts'

/** `npm run -s admin -- COMMAND`: what an admin does at the server's own machine, while it runs or not. */
async function main(words: readonly string[]): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  // As the server's, so that what is made here is read by no other user of the machine; a backup by its owner alone.
  process.umask(words.includes('backup') ? 0o077 : 0o027)
  const opened: Installation[] = []
  try {
    const { code, out, err } = await runCommandLine(commands, words, {
      env: process.env,
      // npm starts us in the project's folder; paths are meant where it was called from.
      folder: process.env['INIT_CWD'] ?? process.cwd(),
      async open(options, env = process.env) {
        const place = await openPlace(env, options)
        opened.push(place)
        return place.services
      },
      readLine,
      stopSignal,
      tell: (line) => void process.stderr.write(`${line}\n`),
    })
    process.stdout.write(out)
    process.stderr.write(err)
    return code
  } finally {
    for (const place of opened) await place.close()
  }
}

/** Asked a second time, the process ends at once; the same wish may come from the terminal and from npm. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  let askedAt = 0
  const handle = () => {
    if (stopping.signal.aborted && Date.now() - askedAt > 1000) process.exit(130)
    askedAt ||= Date.now()
    stopping.abort()
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
  return stopping.signal
}

async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  return ''
}

const typed = process.argv.slice(2)
try {
  process.exitCode = await main(typed)
} catch (error) {
  // A mistake of ours. By its own code it would look as if it had been carried out.
  if (typed.includes('--json')) process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`)
  process.stderr.write(`${inspect(error)}\n`)
  // What was half opened would keep the process alive.
  process.exit(3)
}

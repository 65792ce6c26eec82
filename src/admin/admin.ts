import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { inspect } from 'node:util'
import { commands } from './commands.ts'
import { runCommandLine } from './command-line.ts'
import { openPlace, type Installation } from './place.ts'

/** `npm run -s admin -- COMMAND`: commands for an admin on the server's machine, whether the server runs or not. */
async function main(args: readonly string[]): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  // The same umask as the server's, so that no other user of the machine can read new files; a backup is readable by
  // its owner only.
  process.umask(args.includes('backup') ? 0o077 : 0o027)
  const opened: Installation[] = []
  try {
    const { code, out, err } = await runCommandLine(commands, args, {
      env: process.env,
      // npm changes to the project's folder; paths are relative to the folder where it was called.
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

/** A second signal ends the process at once; the terminal and npm may both send the first. */
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
  // A bug: its own exit code could look like success.
  if (typed.includes('--json')) process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`)
  process.stderr.write(`${inspect(error)}\n`)
  // Resources that are half open would keep the process alive.
  process.exit(3)
}

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { login, logout } from './login.js'
import { projects } from './projects.js'
import { pull } from './pull.js'
import { push } from './push.js'
import { Report } from './report.js'
import { Server } from './server.js'
import { currentLogin } from './servers.js'
import { exitCodes, Trouble } from './trouble.js'
import { watch } from './watch.js'

const HELP = `roughmix: bounces to and from a Roughmix server

  roughmix login URL                    asks for a token (Account → API tokens) and keeps it
  roughmix logout [URL]                 forgets it
  roughmix projects                     lists what you can reach
  roughmix push FILE… --project NAME    makes each file the next version of the track its name says
      --track TITLE                     of this track
      --new                             makes a new track (called --track, or as the file's name says)
      --note TEXT                       what changed
      --again                           sends also what the project has already
      --patience SECONDS                how long to try without getting any further (600)
  roughmix watch FOLDER --project NAME  pushes what comes into a folder once it is finished
      --track TITLE  --note TEXT        as above
      --existing                        also what lies there the first time
      --settle SECONDS                  how long a file must stay as it is (5)
  roughmix pull --project NAME          downloads the original of every track
      --track TITLE                     of this track alone
      --version NUMBER                  that version of it
      --to FOLDER                       there (this folder)
      --overwrite                       in place of what is there

Everywhere: --json one line of JSON per result · --quiet · --server URL one of several · --help

A push that was stopped goes on where it was when the same command is given again. ROUGHMIX_URL and ROUGHMIX_TOKEN
take the place of a login.
Exit codes: 0 done, 1 failed, 2 wrong command, 3 refused, 4 not found, 5 no answer, 6 damaged.
`

const everywhere = /** @type {const} */ ({
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  server: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
})
const text = /** @type {const} */ ({ type: 'string' })
const flag = /** @type {const} */ ({ type: 'boolean', default: false })

/** @param {readonly string[]} given @returns {Promise<number>} The exit code. */
export async function main(given) {
  const [command, ...args] = given
  if (command === undefined || command === 'help' || command === '--help' || command === '-h') {
    process.stdout.write(HELP)
    return command === undefined ? exitCodes.usage : exitCodes.done
  }
  if (command === '--version') {
    process.stdout.write(`${JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version}\n`)
    return exitCodes.done
  }
  try {
    await run(command, args)
    return exitCodes.done
  } catch (error) {
    const report = new Report({ json: args.includes('--json'), quiet: false })
    const trouble =
      error instanceof Trouble
        ? error
        : new Trouble('failed', error instanceof Error ? error.message : String(error), codeOf(error))
    report.trouble(trouble)
    return trouble.exitCode
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function run(command, args) {
  switch (command) {
    case 'login': {
      const { values, positionals } = parsed(args, {})
      return login(new Report(values), positionals[0])
    }
    case 'logout': {
      const { values, positionals } = parsed(args, {})
      return logout(new Report(values), positionals[0])
    }
    case 'projects': {
      const { values } = parsed(args, {})
      return projects(await serverOf(values), new Report(values))
    }
    case 'push': {
      const { values, positionals } = parsed(args, {
        project: text,
        track: text,
        new: flag,
        note: text,
        again: flag,
        patience: text,
      })
      const report = new Report(values)
      return push(await serverOf(values, { report, patienceMs: seconds(values.patience, 600) }), report, {
        files: positionals,
        project: values.project,
        track: values.track,
        isNew: values.new === true,
        note: values.note,
        again: values.again === true,
      })
    }
    case 'watch': {
      const { values, positionals } = parsed(args, {
        project: text,
        track: text,
        note: text,
        existing: flag,
        settle: text,
      })
      if (positionals[0] === undefined)
        throw new Trouble('usage', 'Name a folder: roughmix watch FOLDER --project NAME')
      const report = new Report(values)
      return watch(await serverOf(values, { report, patienceMs: Infinity }), report, {
        folder: positionals[0],
        project: values.project,
        track: values.track,
        note: values.note,
        existing: values.existing === true,
        settleMs: seconds(values.settle, 5),
      })
    }
    case 'pull': {
      const { values } = parsed(args, { project: text, track: text, version: text, to: text, overwrite: flag })
      return pull(await serverOf(values), new Report(values), {
        project: values.project,
        track: values.track,
        version: values.version,
        to: values.to ?? '.',
        overwrite: values.overwrite === true,
      })
    }
    default:
      throw new Trouble('usage', `There is no command “${command}”. roughmix --help lists what there is.`)
  }
}

/**
 * @template {import('node:util').ParseArgsConfig['options']} T
 * @param {readonly string[]} args
 * @param {T} options
 */
function parsed(args, options) {
  try {
    const found = parseArgs({ args: [...args], options: { ...everywhere, ...options }, allowPositionals: true })
    if (!(/** @type {{ help?: boolean }} */ (found.values).help)) return found
  } catch (error) {
    throw new Trouble(
      'usage',
      `${error instanceof Error ? error.message : String(error)} roughmix --help lists what there is.`,
    )
  }
  process.stdout.write(HELP)
  process.exit(exitCodes.done)
}

/**
 * @param {{ server?: string | undefined }} values
 * @param {{ report: Report, patienceMs: number }} [manner]
 */
async function serverOf({ server }, manner) {
  return new Server(
    await currentLogin(server),
    manner && { patienceMs: manner.patienceMs, onWait: (words) => manner.report.note(words) },
  )
}

/** @param {string | undefined} value @param {number} usual @returns {number} Milliseconds. */
function seconds(value, usual) {
  const count = value === undefined ? usual : Number(value)
  if (!Number.isFinite(count) || count < 0) throw new Trouble('usage', `${value} is not a number of seconds.`)
  return count * 1000
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed'
}

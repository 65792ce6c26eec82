import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { DataInUse } from '#server/process/process-lock.ts'
import { startServer } from '../trust/start-server.ts'
import { DEV_DATA, deleteData } from './dev-data.ts'
import { seed } from './dev-seed.ts'

/** Overrides a settings file: sends no mail, keeps sign-up open, and processes uploads in this process. */
const APART = {
  ROLE: 'all',
  SIGN_UP: 'open',
  EMAIL_PASSWORD: 'on',
  BASE_URL: '',
  SMTP_URL: '',
  SMTP_URL_FILE: '',
  METRICS_PORT: '0',
  BACKUP_DIR: '',
}

/** Deletes the data of `npm run dev` after confirmation, and fills it with users, tracks, notes and approvals. */
async function main(): Promise<void> {
  const elsewhere = keptElsewhere()
  if (elsewhere)
    return refuse(`${elsewhere} is set, so npm run dev works on data that is not in ${DEV_DATA}. Nothing was deleted.`)
  if (existsSync(DEV_DATA) && !(await mayDelete()))
    return refuse('Nothing was deleted. Where nobody can answer: npm run dev:reset -- --yes')
  deleteData(DEV_DATA)
  say('Filling it anew …')
  const server = await startServer({ dataDir: DEV_DATA, env: APART })
  const stop = () => void server.stop().then(() => process.exit(130))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const accounts = await seed(() => server.url)
    say(`npm run dev shows it. The accounts, all with the password “${accounts[0]?.password}”:`)
    for (const { email, part } of accounts) say(`  ${email.padEnd(18)} ${part}`)
  } finally {
    await server.stop()
  }
}

/** The setting that makes `npm run dev` use other data. It ignores DATA_DIR in the settings file. */
function keptElsewhere(): string | undefined {
  const { DATA_DIR } = process.env
  if (existsSync('.env')) process.loadEnvFile('.env')
  return DATA_DIR ? 'DATA_DIR' : ['DATABASE_URL', 'DATABASE_URL_FILE', 'S3_BUCKET'].find((name) => process.env[name])
}

async function mayDelete(): Promise<boolean> {
  if (process.argv.includes('--yes')) return true
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Delete ${DEV_DATA} and everything in it? [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

function refuse(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof DataInUse)) throw error
  refuse(error.message)
}

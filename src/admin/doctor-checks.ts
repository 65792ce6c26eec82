import * as crypto from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import nodemailer from 'nodemailer'
import { wavHeader } from '#audio/wav-file.ts'
import type { Milliseconds } from '#shared/units.ts'
import { isLoopback, settings, type Config } from '#server/config.ts'
import { analyse } from '#server/media/analyse-upload.ts'
import { canUnshare } from '#server/media/sandbox.ts'
import { ok, trouble, warning, type DoctorFinding } from './doctor-finding.ts'

const PATIENCE_MS: Milliseconds = 10_000
/** Earlier versions can corrupt a database in WAL mode (3.7.0 to 3.51.2). */
const LEAST_SQLITE = [3, 51, 3] as const

export function checkProgram(): DoctorFinding {
  const sqlite = process.versions['sqlite'] ?? '0'
  if (isBefore(sqlite, LEAST_SQLITE))
    return trouble(
      'program',
      `Node ${process.versions.node} brings SQLite ${sqlite}, which can damage a database; ` +
        `${LEAST_SQLITE.join('.')} or newer is needed. “npm start” finds a newer Node automatically.`,
    )
  if (!('argon2' in crypto))
    return trouble(
      'program',
      `Node ${process.versions.node} cannot hash passwords (argon2). “npm start” finds a newer Node automatically.`,
    )
  return ok('program', `Node ${process.versions.node} with SQLite ${sqlite}`)
}

function isBefore(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map(Number)
  const i = least.findIndex((number, at) => (parts[at] ?? 0) !== number)
  return i >= 0 && (parts[i] ?? 0) < (least[i] ?? 0)
}

/** Environment variables of other programs. */
const EVERYBODYS = /^(?:ROUGHMIX_|NODE_|UV_|LC_|SSL_CERT_)|^(?:HOME|LANG|MALLOC_ARENA_MAX|PATH|TMPDIR|TZ)$/

/** Checks only names in files, `.env` and that of `--settings`: the environment is shared with other programs. */
export function checkSettingNames(settingsFile: string | undefined): readonly DoctorFinding[] {
  const known = new Set(Object.keys(settings).flatMap((name) => [name, `${name}_FILE`]))
  return [...(existsSync('.env') ? ['.env'] : []), ...(settingsFile === undefined ? [] : [settingsFile])].flatMap(
    (file) => {
      const names = Object.keys(parseEnv(readFileSync(file, 'utf8')))
      return names
        .filter((name) => !known.has(name) && !EVERYBODYS.test(name))
        .map((name) => warning('settings', `${file} sets ${name}, which is not a setting of Roughmix. Is it a typo?`))
    },
  )
}

/** Decodes a tenth of a second of silence, exactly like an upload. */
export async function checkDecoder({ FFMPEG_SANDBOX }: Pick<Config, 'FFMPEG_SANDBOX'>): Promise<DoctorFinding> {
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-doctor-'))
  try {
    const path = join(folder, 'silence.wav')
    writeFileSync(
      path,
      Buffer.concat([
        wavHeader({ sampleRate: 48_000, channels: 1, encoding: 's16', totalFrames: 4800 }),
        Buffer.alloc(9600),
      ]),
    )
    const outcome = await analyse({ path, outputs: null })
    if (!outcome.ok) return trouble('decoder', `Decoding silence failed: ${outcome.verdict} ${outcome.detail}`)
  } catch (error) {
    return trouble('decoder', error instanceof Error ? error.message : String(error))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (await canUnshare()) return ok('decoder', 'decodes, with limits and without network access')
  return warning(
    'decoder',
    'decodes with limits, but this kernel cannot cut it off from the ' +
      `network${FFMPEG_SANDBOX ? ' (unshare -rn fails, as in many containers)' : ''}`,
  )
}

export async function checkMail({
  SMTP_URL,
  DATA_DIR,
  S3_BUCKET,
}: Pick<Config, 'SMTP_URL' | 'DATA_DIR' | 'S3_BUCKET'>): Promise<DoctorFinding> {
  if (!SMTP_URL)
    return warning(
      'mail',
      'no SMTP_URL: mails are kept in ' +
        `${S3_BUCKET ? `outbox/ of the bucket ${S3_BUCKET}` : join(DATA_DIR, 'outbox')} and shown to admins`,
    )
  const transport = nodemailer.createTransport({
    url: SMTP_URL,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
  try {
    await transport.verify()
    return ok('mail', 'the mail server answers and accepts the sign-in')
  } catch (error) {
    return trouble('mail', `the mail server in SMTP_URL: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    transport.close()
  }
}

/** Whether the server is reachable at its configured URL. */
export async function checkReach({
  BASE_URL,
  HOST,
  PORT,
  TRUSTED_PROXIES,
}: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT' | 'TRUSTED_PROXIES'>): Promise<readonly DoctorFinding[]> {
  if (!BASE_URL) return [ok('address', `this machine only: http://localhost:${PORT}. Set BASE_URL for others.`)]
  const { protocol, hostname } = new URL(BASE_URL)
  const findings: DoctorFinding[] = []
  if (protocol === 'http:' && !isLoopback(hostname))
    findings.push(
      warning(
        'address',
        `${BASE_URL} is not https: browsers then cannot play sample for sample, and passwords are sent unencrypted`,
      ),
    )
  if (protocol === 'https:' && TRUSTED_PROXIES === 0)
    findings.push(
      warning(
        'address',
        'https needs a proxy in front, and TRUSTED_PROXIES is 0: everyone seems to come from one address, so ' +
          'rate limits affect everyone',
      ),
    )
  const status = await fetch(new URL('/healthz', BASE_URL), {
    signal: AbortSignal.timeout(PATIENCE_MS),
    redirect: 'manual',
  }).then(
    (answer) => answer.status,
    () => 0,
  )
  findings.push(
    status === 200
      ? ok('address', `${BASE_URL} answers`)
      : warning(
          'address',
          status === 0
            ? `nothing answers at ${BASE_URL} from here; is the server running? (it listens on ${HOST}:${PORT})`
            : `${BASE_URL}/healthz answers ${status}`,
        ),
  )
  return findings
}

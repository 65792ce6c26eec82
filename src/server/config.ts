import { resolve } from 'node:path'
import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import * as z from 'zod'
import { halfConfigured, providers, providerSettings } from './auth/provider-settings.ts'
import { halfPush, pushSettings } from './push/push-settings.ts'
import { flag } from './setting-flag.ts'

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )

/** Better Auth's default if no secret is set; with it anybody could forge a session. */
const KNOWN_SECRET = 'better-auth-secret-12345678901234567890'

interface Entry<T extends z.ZodType> {
  readonly shape: T
  readonly text: string
  readonly secret?: true
  readonly group: string
}
function entry<T extends z.ZodType>(group: string, text: string, shape: T, secret?: 'secret'): Entry<T> {
  return { shape, text, group, ...(secret && { secret: true }) }
}

/**
 * All settings. `NAME_FILE` reads a secret's value from a file. The configuration page is generated from this table.
 */
export const settings = {
  PORT: entry('Server', 'Port to listen on. 0 picks a free one.', whole(0, 65535).default(3000)),
  HOST: entry(
    'Server',
    'Address to listen on. By default only this machine reaches it (127.0.0.1 and ::1). Set BASE_URL before you ' +
      'let others in.',
    z.string().min(1).default('localhost'),
  ),
  BASE_URL: entry(
    'Server',
    'The address people type, such as https://mix.example.com. Links in mails and sign-in use it.',
    url('http:', 'https:').optional(),
  ),
  DATA_DIR: entry('Server', 'Where the database, the files and the outbox live.', z.string().min(1).default('./data')),
  TRUSTED_PROXIES: entry(
    'Server',
    'Number of reverse proxies in front that set X-Forwarded-For. 0 ignores the header.',
    whole(0, 8).default(0),
  ),
  ROLE: entry(
    'Server',
    'What this process does if several share the work (docs/scaling.md): `web` serves people, `worker` runs ' +
      'background jobs, `all` does both. `npm start -- --role web` sets it too. A worker listens only if PORT is ' +
      'set, and then only serves /healthz and /readyz.',
    z.enum(['all', 'web', 'worker']).default('all'),
  ),
  LOG_LEVEL: entry(
    'Server',
    'How much is logged.',
    z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  ),
  METRICS_PORT: entry(
    'Server',
    'Port on HOST that serves metrics for Prometheus at /metrics. 0 opens none.',
    whole(0, 65535).default(0),
  ),
  METRICS_TOKEN: entry(
    'Server',
    'Bearer token that reads the metrics, at /metrics of the server itself, or of METRICS_PORT if that is set; at ' +
      'least 16 characters.',
    z.string().min(16).optional(),
    'secret',
  ),
  AUDIT_DAYS: entry(
    'Server',
    'How many days the audit log (sign-ins, roles, invitations, downloads, deletions, each with its IP address) is ' +
      'kept.',
    whole(1, 3650).default(90),
  ),
  AUTH_SECRET: entry(
    'Server',
    'Signs sessions; at least 32 characters. If not set, the first start creates one in DATA_DIR.',
    z
      .string()
      .min(32)
      .refine((secret) => secret !== KNOWN_SECRET, 'is the one of Better Auth’s documentation, which everybody knows')
      .optional(),
    'secret',
  ),
  DATABASE_URL: entry(
    'Database',
    'PostgreSQL, such as postgres://user:password@host/name. If not set, the database is a SQLite file in DATA_DIR.',
    url('postgres:', 'postgresql:').optional(),
    'secret',
  ),
  S3_BUCKET: entry(
    'Files',
    'Keep files in this S3 bucket instead of DATA_DIR. Needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    z.string().min(1).optional(),
  ),
  S3_ENDPOINT: entry(
    'Files',
    'Address of the S3-compatible store, if it is not Amazon’s.',
    url('http:', 'https:').optional(),
  ),
  S3_PUBLIC_ENDPOINT: entry(
    'Files',
    'Address at which browsers reach the S3-compatible store. They then fetch originals and what the player reads ' +
      'from there, by signed addresses that work for ten minutes at most; the bucket stays private and needs CORS ' +
      'rules (docs/scaling.md). If not set, all files go through this server.',
    url('http:', 'https:').optional(),
  ),
  ACCEL_REDIRECT: entry(
    'Files',
    'Path of an internal location of the nginx in front, such as /_files/. This server then only checks the right to ' +
      'a file and lets nginx send it (X-Accel-Redirect, docs/reverse-proxy.md). Only where nothing but that nginx ' +
      'reaches this server.',
    z
      .string()
      .regex(/^\/[\w.-]+(\/[\w.-]+)*\/$/, 'must begin and end with a slash')
      .optional(),
  ),
  S3_REGION: entry('Files', 'Region of the bucket.', z.string().min(1).default('us-east-1')),
  S3_ACCESS_KEY_ID: entry('Files', 'Key id for the store.', z.string().min(1).optional(), 'secret'),
  S3_SECRET_ACCESS_KEY: entry('Files', 'Secret key for the store.', z.string().min(1).optional(), 'secret'),
  MAX_UPLOAD_GB: entry(
    'Files',
    'Largest file people can upload, in gigabytes.',
    z.coerce.number().positive().max(5000).default(50),
  ),
  MIN_FREE_MB: entry(
    'Files',
    'The server refuses uploads and the files made from them if less than this would stay free on the disk (in ' +
      'megabytes). 0 turns this and MIN_FREE_PERCENT off; with SQLite, 32 MiB still stay free unless BALLAST_MB is 0.',
    whole(0, 10_000_000).default(1024),
  ),
  MIN_FREE_PERCENT: entry(
    'Files',
    'Share of a large disk that stays free, in place of MIN_FREE_MB (in per cent).',
    z.coerce.number().min(0).max(90).default(5),
  ),
  BALLAST_MB: entry(
    'Files',
    'Size of a file beside the SQLite database that the server deletes when the disk is nearly full, so that notes ' +
      'and tasks can still be saved (in megabytes). 0 keeps no such file.',
    whole(0, 10_000).default(64),
  ),
  PROJECT_QUOTA_GB: entry(
    'Files',
    'How much a project can hold, in gigabytes: versions, including those in the trash, and files on notes. Admins ' +
      'can set another limit for single projects. 0 sets no limit.',
    z.coerce.number().min(0).max(1_000_000).default(0),
  ),
  ORGANIZATION_QUOTA_GB: entry(
    'Files',
    'The same limit for all projects of an organization combined.',
    z.coerce.number().min(0).max(1_000_000).default(0),
  ),
  TRASH_DAYS: entry(
    'Files',
    'How many days deleted projects, tracks, versions, notes and tasks can be restored. Their files are kept as ' +
      'long.',
    whole(1, 3650).default(30),
  ),
  BACKUP_DIR: entry(
    'Backup',
    'Folder for daily backups, best on another disk. If several processes share the work, all must reach it under ' +
      'this path. If not set, there are no backups (docs/backup.md).',
    z.string().min(1).optional(),
  ),
  BACKUP_AT: entry(
    'Backup',
    'Time of the daily backup, in UTC. The next start makes up for a missed one.',
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day, as 03:00')
      .default('03:00'),
  ),
  BACKUP_KEEP: entry(
    'Backup',
    'How many daily backups are kept. Older ones are removed once the new one has been verified.',
    whole(1, 1000).default(14),
  ),
  SMTP_URL: entry(
    'Mail',
    'Mail server, such as smtps://user:password@host. If not set, mails are kept in DATA_DIR/outbox, or in outbox/ ' +
      'of the S3 bucket, and shown to admins.',
    url('smtp:', 'smtps:').optional(),
    'secret',
  ),
  MAIL_FROM: entry('Mail', 'Sender of mails.', z.string().min(3).default('Roughmix <roughmix@localhost>')),
  SIGN_UP: entry(
    'Sign-in',
    'Who can create an account: anyone, only people with an invitation, or no one.',
    z.enum(['open', 'invite-only', 'closed']).default('open'),
  ),
  EMAIL_PASSWORD: entry('Sign-in', 'Sign-in with e-mail and password.', flag.default(true)),
  USERNAMES: entry('Sign-in', 'Sign-in with a username and password.', flag.default(true)),
  MAGIC_LINKS: entry('Sign-in', 'Sign-in by a link sent by mail.', flag.default(true)),
  REQUIRE_VERIFIED_EMAIL: entry(
    'Sign-in',
    'Require a verified e-mail address before the first sign-in by password. A new account by a social provider is ' +
      'signed in at once; if the provider has not verified the address, the person is asked to confirm it by mail.',
    flag.default(false),
  ),
  PASSWORD_MIN_LENGTH: entry('Sign-in', 'Shortest password.', whole(1, 128).default(8)),
  PASSWORD_MAX_LENGTH: entry('Sign-in', 'Longest password.', whole(8, 1024).default(128)),
  SIGN_IN_RATE_LIMIT: entry(
    'Sign-in',
    'Attempts to sign in or up from one IP address in a minute. 0 turns the limit off.',
    whole(0, 100_000).default(20),
  ),
  ACCOUNT_RATE_LIMIT: entry(
    'Sign-in',
    'Wrong passwords for one account, and mails to one mailbox, from one IP address in 15 minutes. The ' +
      'limits for a day and for all strangers together follow from it ' +
      '(docs/decisions/0032-guessing-locks-nobody-out.md). 0 turns them off.',
    whole(0, 100_000).default(10),
  ),
  SESSION_SECONDS: entry(
    'Sign-in',
    'How long an unused session lasts, in seconds; the default is 7 days.',
    whole(60, 34_560_000).default(604_800),
  ),
  SESSION_UPDATE_SECONDS: entry(
    'Sign-in',
    'A session in use is extended once it is this old, in seconds; the default is 1 day.',
    whole(0, 34_560_000).default(86_400),
  ),
  SESSION_MAX_DAYS: entry(
    'Sign-in',
    'A session ends after this many days even if it is used; not shorter than SESSION_SECONDS.',
    whole(1, 3650).default(90),
  ),
  SESSION_CACHE_SECONDS: entry(
    'Sign-in',
    'How long GET /api/auth/get-session may answer from the copy of the session in a signed cookie, in seconds. 0 ' +
      'reads the database each time, as all other routes do.',
    whole(0, 3600).default(60),
  ),
  FRESH_SESSION_SECONDS: entry(
    'Sign-in',
    'How recently, in seconds, a session must have been updated to unlink accounts, list sessions, create API ' +
      'tokens, download one’s own data, or delete the account without a password; the default is 1 day. 0 turns ' +
      'this off.',
    whole(0, 34_560_000).default(86_400),
  ),
  CHANGE_EMAIL: entry('Sign-in', 'People can change their e-mail address.', flag.default(true)),
  DELETE_ACCOUNT_BY_MAIL: entry('Sign-in', 'Deleting an account requires a link sent by e-mail.', flag.default(false)),
  UNLINK_LAST_ACCOUNT: entry('Sign-in', 'People can unlink the last way they have to sign in.', flag.default(false)),
  ...providerSettings,
  CREATE_ORGANIZATIONS: entry(
    'Organizations',
    'Who can create organizations.',
    z.enum(['everyone', 'admins', 'nobody']).default('everyone'),
  ),
  ORGANIZATIONS_PER_PERSON: entry(
    'Organizations',
    'How many organizations a person can belong to and still create another. 0 sets no limit.',
    whole(0, 100_000).default(0),
  ),
  MEMBERS_PER_ORGANIZATION: entry(
    'Organizations',
    'Maximum number of members of an organization.',
    whole(1, 100_000).default(100),
  ),
  INVITATION_HOURS: entry(
    'Organizations',
    'How long an invitation to an organization is valid, in hours.',
    whole(1, 8760).default(48),
  ),
  REMOVE_LAST_TEAM: entry('Organizations', 'The last team of an organization can be removed.', flag.default(false)),
  WEBHOOK_PRIVATE_ADDRESSES: entry(
    'Webhooks',
    'Webhooks can call this machine and its network. If off, they only reach public addresses on the internet.',
    flag.default(false),
  ),
  ...pushSettings,
  ANALYSIS_WORKERS: entry('Processing', 'How many files a process analyses at once.', whole(1, 64).default(1)),
  FFMPEG_SANDBOX: entry(
    'Processing',
    'Run the decoder in a network namespace of its own, if the kernel allows it.',
    flag.default(true),
  ),
} as const

export type Config = { readonly [K in keyof typeof settings]: z.output<(typeof settings)[K]['shape']> } & {
  readonly baseUrl: string
}

/** All errors in the environment, one line of text each. */
export class ConfigProblem extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { shape }] of Object.entries(settings)) {
    const parsed = shape.safeParse(valueOf(env, name, problems))
    if (parsed.success) values[name] = parsed.data
    else problems.push(`${name}: ${parsed.error.issues.map((issue) => issue.message).join('; ')}`)
  }
  // Each value was parsed by its own entry, so the record matches the table.
  const config = values as Omit<Config, 'baseUrl'>
  if (problems.length === 0) problems.push(...contradictions(config))
  if (problems.length > 0) throw new ConfigProblem(problems)
  return {
    ...config,
    DATA_DIR: resolve(config.DATA_DIR),
    BACKUP_DIR: config.BACKUP_DIR === undefined ? undefined : resolve(config.BACKUP_DIR),
    baseUrl: (config.BASE_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, ''),
  }
}

function valueOf(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  problems: string[],
): string | undefined {
  const file = env[`${name}_FILE`]
  if (!file) return env[name] === '' ? undefined : env[name]
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    problems.push(`${name}_FILE: cannot read ${file}`)
    return undefined
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}

/** Settings that must be equal in all processes that share the work, and why. */
const shared = {
  DATABASE_URL: 'all processes work on one PostgreSQL',
  S3_BUCKET: 'all processes reach the same files there',
  AUTH_SECRET: 'each process trusts what another has signed',
  BASE_URL: 'links in mails lead there, whichever process writes them',
} as const

function contradictions(config: Omit<Config, 'baseUrl'>): string[] {
  const problems: string[] = []
  if (!config.BASE_URL && !isLoopback(config.HOST))
    problems.push('BASE_URL: must be set before listening beyond this machine (HOST), as links and sign-in use it')
  if (config.S3_BUCKET && !(config.S3_ACCESS_KEY_ID && config.S3_SECRET_ACCESS_KEY))
    problems.push('S3_BUCKET: needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY as well')
  if (config.S3_PUBLIC_ENDPOINT && !config.S3_BUCKET) problems.push('S3_PUBLIC_ENDPOINT: needs S3_BUCKET as well')
  if (config.S3_PUBLIC_ENDPOINT?.startsWith('http:') && config.BASE_URL?.startsWith('https:'))
    problems.push('S3_PUBLIC_ENDPOINT: must start with https:// as BASE_URL does, or browsers refuse it')
  if (config.ACCEL_REDIRECT && config.S3_BUCKET) problems.push('ACCEL_REDIRECT: needs files in DATA_DIR, not S3_BUCKET')
  if (config.ROLE !== 'all')
    for (const [name, reason] of Object.entries(shared))
      if (!config[name as keyof typeof shared])
        problems.push(`${name}: must be set with --role ${config.ROLE}, as ${reason}`)
  if (config.BACKUP_DIR !== undefined && resolve(config.BACKUP_DIR) === resolve(config.DATA_DIR))
    problems.push('BACKUP_DIR: must be another folder than DATA_DIR')
  for (const provider of providers) problems.push(...halfConfigured(config, provider))
  problems.push(...halfPush(config))
  if (config.SESSION_SECONDS > config.SESSION_MAX_DAYS * 86_400)
    problems.push(`SESSION_MAX_DAYS: must not be shorter than SESSION_SECONDS, which is ${config.SESSION_SECONDS}`)
  if (config.PASSWORD_MIN_LENGTH > config.PASSWORD_MAX_LENGTH)
    problems.push('PASSWORD_MIN_LENGTH: must not exceed PASSWORD_MAX_LENGTH')
  return problems
}

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

/** What Better Auth takes where none is set; with it anybody could sign in as anybody. */
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
 * Every setting there is. `NAME_FILE` reads the value of a secret from a file. The configuration page is made from
 * this.
 */
export const settings = {
  PORT: entry('Server', 'Port to listen on. 0 takes a free one.', whole(0, 65535).default(3000)),
  HOST: entry(
    'Server',
    'Address to listen on. The default is this machine only (both 127.0.0.1 and ' +
      '::1). Set BASE_URL before listening wider.',
    z.string().min(1).default('localhost'),
  ),
  BASE_URL: entry(
    'Server',
    'The address people type, as in https://mix.example.com. Links in mails and sign-in use it.',
    url('http:', 'https:').optional(),
  ),
  DATA_DIR: entry('Server', 'Where the database, the files and the outbox live.', z.string().min(1).default('./data')),
  TRUSTED_PROXIES: entry(
    'Server',
    'How many reverse proxies stand in front and set X-Forwarded-For. 0 trusts nobody.',
    whole(0, 8).default(0),
  ),
  ROLE: entry(
    'Server',
    'What this process does, where several share the work (docs/scaling.md): `web` answers people, `worker` does ' +
      'what takes long, `all` does both. `npm start -- --role web` sets it as well. A worker listens, for /healthz ' +
      'and /readyz alone, only where PORT is set.',
    z.enum(['all', 'web', 'worker']).default('all'),
  ),
  LOG_LEVEL: entry(
    'Server',
    'How much is logged.',
    z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  ),
  METRICS_PORT: entry(
    'Server',
    'Port for figures in Prometheus’ format at /metrics, on HOST. 0 has none there.',
    whole(0, 65535).default(0),
  ),
  METRICS_TOKEN: entry(
    'Server',
    'Whoever sends this as a bearer token reads the figures: at /metrics of the server itself, or of ' +
      'METRICS_PORT where that is set; at least 16 characters.',
    z.string().min(16).optional(),
    'secret',
  ),
  AUDIT_DAYS: entry(
    'Server',
    'How long the log of sensitive actions (sign-ins, roles, invitations, downloads, deletions) is kept with the ' +
      'addresses they came from.',
    whole(1, 3650).default(90),
  ),
  AUTH_SECRET: entry(
    'Server',
    'Signs sessions. Made on the first start and kept in DATA_DIR when not set; at least 32 characters.',
    z
      .string()
      .min(32)
      .refine((secret) => secret !== KNOWN_SECRET, 'is the one of Better Auth’s documentation, which everybody knows')
      .optional(),
    'secret',
  ),
  DATABASE_URL: entry(
    'Database',
    'PostgreSQL, as in postgres://user:password@host/name. Without it everything is in one SQLite file in DATA_DIR.',
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
    'Address of the S3-compatible store, where it is not Amazon’s.',
    url('http:', 'https:').optional(),
  ),
  S3_PUBLIC_ENDPOINT: entry(
    'Files',
    'Address at which browsers reach the S3-compatible store. Originals and what the player reads are then ' +
      'fetched there, with signed addresses that work for ten minutes at most; the bucket stays private and needs ' +
      'CORS rules (docs/scaling.md). Not set: everything goes through this server.',
    url('http:', 'https:').optional(),
  ),
  S3_REGION: entry('Files', 'Region of the bucket.', z.string().min(1).default('us-east-1')),
  S3_ACCESS_KEY_ID: entry('Files', 'Key id for the store.', z.string().min(1).optional(), 'secret'),
  S3_SECRET_ACCESS_KEY: entry('Files', 'Secret key for the store.', z.string().min(1).optional(), 'secret'),
  MAX_UPLOAD_GB: entry(
    'Files',
    'Largest file people may upload, in gigabytes.',
    z.coerce.number().positive().max(5000).default(50),
  ),
  MIN_FREE_MB: entry(
    'Files',
    'Uploads, and what is made of them, are refused while less than this would stay free on the disk (in ' +
      'megabytes). 0 switches this and MIN_FREE_PERCENT off; beside SQLite 32 MiB stay ' +
      'free all the same while BALLAST_MB is kept.',
    whole(0, 10_000_000).default(1024),
  ),
  MIN_FREE_PERCENT: entry(
    'Files',
    'On large disks this share of them is kept free instead of MIN_FREE_MB (in per cent).',
    z.coerce.number().min(0).max(90).default(5),
  ),
  BALLAST_MB: entry(
    'Files',
    'Kept aside beside the SQLite database and given up when the disk is nearly full, so that notes and tasks go ' +
      'on (in megabytes). 0 keeps nothing.',
    whole(0, 10_000).default(64),
  ),
  PROJECT_QUOTA_GB: entry(
    'Files',
    'How much a project may hold, in gigabytes: bounces, trash included, and files on notes. Admins set another ' +
      'limit for single projects. 0 is no limit.',
    z.coerce.number().min(0).max(1_000_000).default(0),
  ),
  ORGANIZATION_QUOTA_GB: entry(
    'Files',
    'The same for all projects of an organization together.',
    z.coerce.number().min(0).max(1_000_000).default(0),
  ),
  TRASH_DAYS: entry(
    'Files',
    'How long deleted projects, tracks, versions, notes and tasks can be brought ' +
      'back, in days. Their files are kept as long.',
    whole(1, 3650).default(30),
  ),
  BACKUP_DIR: entry(
    'Backup',
    'The server backs itself up into this folder, every day into a folder of that day; best on another disk. ' +
      'Where several processes share the work all of them reach it under this name. Without it nothing is backed ' +
      'up by itself (docs/backup.md).',
    z.string().min(1).optional(),
  ),
  BACKUP_AT: entry(
    'Backup',
    'When, as hours and minutes of the day in UTC. What was missed is made up for at the next start.',
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day, as 03:00')
      .default('03:00'),
  ),
  BACKUP_KEEP: entry(
    'Backup',
    'How many of its backups stay. Older ones go once a new one is proven to be whole.',
    whole(1, 1000).default(14),
  ),
  SMTP_URL: entry(
    'Mail',
    'Mail server, as in smtps://user:password@host. Without it mails are kept in DATA_DIR/outbox, or in outbox/ ' +
      'of the S3 bucket, and shown to admins.',
    url('smtp:', 'smtps:').optional(),
    'secret',
  ),
  MAIL_FROM: entry('Mail', 'Sender of mails.', z.string().min(3).default('Roughmix <roughmix@localhost>')),
  SIGN_UP: entry(
    'Sign-in',
    'Who may make an account: anyone, only people with an invitation, or nobody.',
    z.enum(['open', 'invite-only', 'closed']).default('open'),
  ),
  EMAIL_PASSWORD: entry('Sign-in', 'Sign-in with e-mail and password.', flag.default(true)),
  USERNAMES: entry('Sign-in', 'Sign-in with a username and password.', flag.default(true)),
  MAGIC_LINKS: entry('Sign-in', 'Sign-in by a link sent by mail.', flag.default(true)),
  REQUIRE_VERIFIED_EMAIL: entry(
    'Sign-in',
    'Ask for a verified e-mail address before the first sign-in by password. A new account by a social provider ' +
      'is signed in at once, also where the provider does not vouch for the ' +
      'address: it is asked to confirm it by mail.',
    flag.default(false),
  ),
  PASSWORD_MIN_LENGTH: entry('Sign-in', 'Shortest password.', whole(1, 128).default(8)),
  PASSWORD_MAX_LENGTH: entry('Sign-in', 'Longest password.', whole(8, 1024).default(128)),
  SIGN_IN_RATE_LIMIT: entry(
    'Sign-in',
    'Tries at signing in or up that one address may make in a minute. 0 switches the limit off.',
    whole(0, 100_000).default(20),
  ),
  ACCOUNT_RATE_LIMIT: entry(
    'Sign-in',
    'Wrong passwords for one account, and mails asked for one address, that one address of the internet may try ' +
      'in 15 minutes. The limits for a day, and for all strangers together, follow from ' +
      'it (docs/decisions/0032). 0 switches them off.',
    whole(0, 100_000).default(10),
  ),
  SESSION_SECONDS: entry(
    'Sign-in',
    'How long a session lasts without being used: 7 days.',
    whole(60, 34_560_000).default(604_800),
  ),
  SESSION_UPDATE_SECONDS: entry(
    'Sign-in',
    'A session in use is made to last longer once it is older than this: 1 day.',
    whole(0, 34_560_000).default(86_400),
  ),
  SESSION_MAX_DAYS: entry(
    'Sign-in',
    'A session ends after so many days, however much it is used; not shorter than SESSION_SECONDS.',
    whole(1, 3650).default(90),
  ),
  SESSION_CACHE_SECONDS: entry(
    'Sign-in',
    'How long GET /api/auth/get-session trusts the copy of the session in a signed cookie after it was last ' +
      'looked up. 0 looks it up every time; everything else always does.',
    whole(0, 3600).default(60),
  ),
  FRESH_SESSION_SECONDS: entry(
    'Sign-in',
    'How lately a session must have been updated for unlinking accounts, listing sessions, making API tokens, ' +
      'downloading one’s own data, and deleting the account without a password: 1 day. 0 asks for nothing.',
    whole(0, 34_560_000).default(86_400),
  ),
  CHANGE_EMAIL: entry('Sign-in', 'People may change their e-mail address.', flag.default(true)),
  DELETE_ACCOUNT_BY_MAIL: entry(
    'Sign-in',
    'An account is deleted by a mailed link and not at once.',
    flag.default(false),
  ),
  UNLINK_LAST_ACCOUNT: entry('Sign-in', 'People may unlink the last way they have to sign in.', flag.default(false)),
  ...providerSettings,
  CREATE_ORGANIZATIONS: entry(
    'Organizations',
    'Who may create organizations.',
    z.enum(['everyone', 'admins', 'nobody']).default('everyone'),
  ),
  ORGANIZATIONS_PER_PERSON: entry(
    'Organizations',
    'In how many organizations one may be and still create another. 0 sets no limit.',
    whole(0, 100_000).default(0),
  ),
  MEMBERS_PER_ORGANIZATION: entry('Organizations', 'Most members of one organization.', whole(1, 100_000).default(100)),
  INVITATION_HOURS: entry(
    'Organizations',
    'How long an invitation into an organization works.',
    whole(1, 8760).default(48),
  ),
  REMOVE_LAST_TEAM: entry('Organizations', 'The last team of an organization may be removed.', flag.default(false)),
  WEBHOOK_PRIVATE_ADDRESSES: entry(
    'Webhooks',
    'Webhooks may call this machine and its network. Off, they reach only addresses on the internet.',
    flag.default(false),
  ),
  ...pushSettings,
  ANALYSIS_WORKERS: entry('Processing', 'How many files are analysed at once.', whole(1, 64).default(1)),
  FFMPEG_SANDBOX: entry(
    'Processing',
    'Isolate the decoder in its own network namespace where the kernel allows it.',
    flag.default(true),
  ),
} as const

export type Config = { readonly [K in keyof typeof settings]: z.output<(typeof settings)[K]['shape']> } & {
  readonly baseUrl: string
}

/** All that is wrong with the environment, one plain line each. */
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
  // Each value was parsed by its own entry, so the record has the shape of the table.
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

/** What processes that share the work must have alike, and why. */
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

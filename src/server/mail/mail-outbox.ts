import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Services } from '../services.ts'
import type { Mail } from './mail-texts.ts'

export interface KeptMail extends Omit<Mail, 'unsubscribeUrl'> {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  readonly sentAt: string
}

type Place = Pick<Services, 'config' | 'storage'>

const PREFIX = 'outbox/'

/**
 * Stores a mail as `outbox/{time}-{id}.json`, so names sort by time. In the bucket if there is one, because its reader
 * may be on another machine; otherwise in DATA_DIR.
 */
export async function keepInOutbox({ config, storage }: Place, { id, ...mail }: KeptMail): Promise<void> {
  const name = `${mail.sentAt.replaceAll(':', '-')}-${id}.json`
  const json = JSON.stringify(mail, null, 2)
  if (config.S3_BUCKET) await storage.put(PREFIX + name, Buffer.from(json))
  else await keepInFolder(join(config.DATA_DIR, 'outbox'), name, json)
}

/** Up to `limit` mails, newest first, older than the mail named `before`. */
export async function listOutbox(
  { config, storage }: Place,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<readonly KeptMail[]> {
  const folder = join(config.DATA_DIR, 'outbox')
  const names = config.S3_BUCKET ? await namesIn(storage) : await readdir(folder).catch(() => [])
  const selected = names
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .toSorted()
    .toReversed()
    .filter((name) => !before || name < `${before}.json`)
    .slice(0, limit)
  const read = async (name: string) =>
    config.S3_BUCKET ? text(await storage.read(PREFIX + name)) : readFile(join(folder, name), 'utf8')
  return Promise.all(
    selected.map(async (name) => ({ ...JSON.parse(await read(name)), id: name.replace(/\.json$/, '') })),
  )
}

async function keepInFolder(folder: string, name: string, json: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = await open(join(folder, `.${name}`), 'w', 0o600)
  try {
    await file.writeFile(json)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(join(folder, `.${name}`), join(folder, name))
}

async function namesIn(storage: Place['storage']): Promise<readonly string[]> {
  const names: string[] = []
  for await (const { key } of storage.list(PREFIX)) names.push(key.slice(PREFIX.length))
  return names
}

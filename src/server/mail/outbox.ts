import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from './mail-texts.ts'

export interface KeptMail extends Omit<Mail, 'unsubscribeUrl'> {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  readonly sentAt: string
}

/** Writes `DATA_DIR/outbox/{time}-{id}.json`; names sort by time. */
export async function keepInOutbox(dataDir: string, { id, ...mail }: KeptMail): Promise<void> {
  const folder = join(dataDir, 'outbox')
  await mkdir(folder, { recursive: true })
  const name = `${mail.sentAt.replaceAll(':', '-')}-${id}.json`
  const file = await open(join(folder, `.${name}`), 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(mail, null, 2))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(join(folder, `.${name}`), join(folder, name))
}

/** Newest first, `limit` of them, older than the mail called `before`. */
export async function listOutbox(dataDir: string, { limit, before }: { limit: number; before: string | undefined }): Promise<readonly KeptMail[]> {
  const names = await readdir(join(dataDir, 'outbox')).catch(() => [])
  const wanted = names
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .toSorted()
    .reverse()
    .filter((name) => !before || name < `${before}.json`)
    .slice(0, limit)
  return Promise.all(wanted.map(async (name) => ({ ...JSON.parse(await readFile(join(dataDir, 'outbox', name), 'utf8')), id: name.replace(/\.json$/, '') })))
}

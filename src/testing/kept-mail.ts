import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const KeptMailFile = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  sentAt: z.string(),
})
export type KeptMailFile = z.infer<typeof KeptMailFile>

/** Mails in the outbox folder, oldest first. */
export async function keptMail(dataDir: string): Promise<readonly KeptMailFile[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith('.json') && !name.startsWith('.'),
  )
  const mails = await Promise.all(
    names.map(async (name) => KeptMailFile.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  )
  return mails.toSorted((a, b) => a.sentAt.localeCompare(b.sentAt))
}

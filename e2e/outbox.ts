import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import * as z from 'zod'
import type { Product } from './product.ts'

const Kept = z.object({ to: z.string(), subject: z.string(), text: z.string(), sentAt: z.string() })
type Kept = z.infer<typeof Kept>

/** Mails of a product without a mail server, oldest first. */
export function keptMails({ dataDir }: Product): readonly Kept[] {
  const folder = join(dataDir, 'outbox')
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => Kept.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))).toSorted((a, b) => a.sentAt.localeCompare(b.sentAt))
  } catch {
    // Nothing was sent yet, or one is being written.
    return []
  }
}

/** The link in the newest mail to this address whose subject begins so; waits until there are `count` of them. */
export async function mailedLink(product: Product, to: string, subject: string, count = 1): Promise<string> {
  const matching = () => keptMails(product).filter((mail) => mail.to === to && mail.subject.startsWith(subject))
  await expect.poll(() => matching().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  return /https?:\/\/\S+/.exec(matching().at(-1)?.text ?? '')?.[0] ?? ''
}

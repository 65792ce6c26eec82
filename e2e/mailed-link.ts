import { expect } from 'vitest'
import type { Product } from './product.ts'

/** The link in the newest mail to this address whose subject begins so; waits until there are `count` of them. */
export async function mailedLink(product: Product, to: string, subject: string, count = 1): Promise<string> {
  const matching = async () =>
    (await product.mails()).filter((mail) => mail.to === to && mail.subject.startsWith(subject))
  await expect
    .poll(async () => (await matching()).length, { timeout: 20_000, interval: 100 })
    .toBeGreaterThanOrEqual(count)
  return /https?:\/\/\S+/.exec((await matching()).at(-1)?.text ?? '')?.[0] ?? ''
}

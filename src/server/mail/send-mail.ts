import nodemailer from 'nodemailer'
import type { Milliseconds } from '#shared/units.ts'
import type { Services } from '../services.ts'
import type { Mail } from './mail-texts.ts'
import { keepInOutbox } from './mail-outbox.ts'

/** A mail server that hangs holds one of the few who send mails. */
const ANSWER_MS: Milliseconds = 10_000
/** Some look through a mail for minutes before they take it; who left meanwhile would send it again. */
const SILENT_MS: Milliseconds = 300_000

/**
 * Hands a mail to the configured server; without one it is kept in the outbox. Its link, which lets one in, is logged
 * only where the product is tried on one’s own machine.
 */
export async function sendMail(
  { config, storage, log, now }: Pick<Services, 'config' | 'storage' | 'log' | 'now'>,
  { unsubscribeUrl, ...mail }: Mail,
  id: string,
): Promise<void> {
  const headers: Readonly<Record<string, string>> =
    unsubscribeUrl === undefined
      ? {}
      : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  if (config.SMTP_URL) {
    const transport = nodemailer.createTransport({
      url: config.SMTP_URL,
      dnsTimeout: ANSWER_MS,
      connectionTimeout: ANSWER_MS,
      greetingTimeout: ANSWER_MS,
      socketTimeout: SILENT_MS,
    })
    await transport.sendMail({ from: config.MAIL_FROM, ...mail, headers, messageId: `<${id}@roughmix>` })
    return
  }
  await keepInOutbox({ config, storage }, { id, ...mail, headers, sentAt: new Date(now()).toISOString() })
  const link = config.BASE_URL === undefined ? /https?:\/\/\S+/.exec(mail.text)?.[0] : undefined
  // Its subject may be people’s words.
  log.info({ mail: id, link }, 'mail kept in the outbox')
}

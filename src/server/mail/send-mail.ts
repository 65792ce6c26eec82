import nodemailer from 'nodemailer'
import type { Milliseconds } from '#shared/units.ts'
import type { Services } from '../services.ts'
import type { Mail } from './mail-texts.ts'
import { keepInOutbox } from './mail-outbox.ts'

/** A mail server that hangs blocks one of the few mail workers. */
const ANSWER_MS: Milliseconds = 10_000
/** Some servers scan a mail for minutes before they accept it; disconnecting earlier would send it again. */
const SILENT_MS: Milliseconds = 300_000

/**
 * Sends a mail through the configured server; without one it is stored in the outbox. Its secret link is logged only on
 * a local trial installation.
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
  // The subject is not logged: it may contain what users typed.
  log.info({ mail: id, link }, 'mail kept in the outbox')
}

import nodemailer from 'nodemailer'
import type { Services } from '../services.ts'
import type { Mail } from './mail-texts.ts'
import { keepInOutbox } from './outbox.ts'

/** Hands a mail to the configured server; without one it is kept in the outbox. Its link, which lets one in, is logged only where the product is tried on one’s own machine. */
export async function sendMail({ config, storage, log, now }: Pick<Services, 'config' | 'storage' | 'log' | 'now'>, { unsubscribeUrl, ...mail }: Mail, id: string): Promise<void> {
  const headers: Readonly<Record<string, string>> = unsubscribeUrl === undefined ? {} : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  if (config.SMTP_URL) {
    await nodemailer.createTransport(config.SMTP_URL).sendMail({ from: config.MAIL_FROM, ...mail, headers, messageId: `<${id}@roughmix>` })
    return
  }
  await keepInOutbox({ config, storage }, { id, ...mail, headers, sentAt: new Date(now()).toISOString() })
  const link = config.BASE_URL === undefined ? /https?:\/\/\S+/.exec(mail.text)?.[0] : undefined
  log.info({ subject: mail.subject, link }, 'mail kept in the outbox')
}

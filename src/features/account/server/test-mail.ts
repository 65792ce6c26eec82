import { Refusal } from '#shared/errors.ts'
import { testMail } from '#server/mail/account-mails.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import type { UserScope } from '#server/scope.ts'

/**
 * Sends at once and outside any transaction, so that the admin hears the mail server's own words. `outbox` tells that
 * no server is configured and the mail lies in the outbox folder.
 */
export async function sendTestMail(scope: UserScope): Promise<{ ok: true; to: string; outbox: boolean }> {
  const { actor, config, newId } = scope
  try {
    await sendMail(scope, testMail({ to: actor.email, name: actor.name }), newId())
  } catch (error) {
    throw new Refusal(502, 'mail.failed', error instanceof Error ? error.message : 'The mail server did not answer.')
  }
  return { ok: true, to: actor.email, outbox: config.SMTP_URL === undefined }
}

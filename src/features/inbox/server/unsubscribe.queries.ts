import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { Db } from '#server/db/open-database.ts'
import { emit } from '#server/events/events.queries.ts'
import { change, type VisitorScope } from '#server/scope.ts'
import type { Channels } from '../notification-kinds.ts'
import type { Unsubscribing } from '../inbox.contract.ts'
import { keepMute, keepSettings, mutesOf, settingsOf } from './inbox-settings.queries.ts'
import { openUnsubscribe, type MailScope } from './unsubscribe-token.ts'

export async function readUnsubscribe({ config }: VisitorScope, token: string): Promise<Unsubscribing> {
  const sealed = openUnsubscribe(config, token)
  if (!sealed) throw refused.not_found()
  const { scope } = sealed
  return {
    from: 'kind' in scope ? 'kind' : 'projectId' in scope ? 'project' : 'digest',
    kind: 'kind' in scope ? scope.kind : null,
  }
}

/** Idempotent. A deleted account gets no mails anyway, so this succeeds. */
export async function unsubscribe(visitor: VisitorScope, token: string): Promise<typeof done> {
  const sealed = openUnsubscribe(visitor.config, token)
  if (!sealed) throw refused.not_found()
  await change(visitor, async (scope) => {
    const { userId } = sealed
    if (!(await scope.db.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst())) return
    await stopMails(scope.db, userId, sealed.scope)
    await emit({ ...scope, actor: undefined }, `user:${userId}`, 'inbox.settings_set', {})
  })
  return done
}

async function stopMails(db: Db, userId: string, scope: MailScope): Promise<void> {
  const { channels } = (await settingsOf(db, [userId]))(userId)
  if ('kind' in scope)
    return keepSettings(db, userId, { channels: { [scope.kind]: { ...channels[scope.kind], mail: 'off' } } })
  if ('digest' in scope)
    return keepSettings(db, userId, {
      channels: Object.fromEntries(
        Object.entries(channels)
          .filter(([, { mail }]) => mail === 'digest')
          .map(([kind, one]): [string, Channels] => [kind, { ...one, mail: 'off' }]),
      ),
    })
  const project = await db.selectFrom('projects').select('id').where('id', '=', scope.projectId).executeTakeFirst()
  // A project that is muted completely stays so.
  if (project && (await mutesOf(db, userId))(project.id) === 'none') await keepMute(db, userId, project.id, 'mail')
}

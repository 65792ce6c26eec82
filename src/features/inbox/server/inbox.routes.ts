import { serve } from '#server/router/route-table.ts'
import { inboxRoutes } from '../inbox.contract.ts'
import { planDigest } from './inbox-mail.jobs.ts'
import { readUnsubscribe, unsubscribe } from './unsubscribe.queries.ts'
import { changeInboxSettings, muteProject, readInboxSettings } from './inbox-settings.queries.ts'
import { countUnread, listInbox, readAll, setRead, undoReadAll } from './inbox.queries.ts'

export const serveInbox = serve(inboxRoutes, {
  'GET /api/inbox': ({ scope, query }) => listInbox(scope, query),
  'GET /api/inbox/count': ({ scope }) => countUnread(scope),
  'PUT /api/inbox/:notificationId/read': ({ scope, params, body }) => setRead(scope, params.notificationId, body),
  'POST /api/inbox/read-all': ({ scope, body }) => readAll(scope, body),
  'POST /api/inbox/read-all/undo': ({ scope, body }) => undoReadAll(scope, body),
  'GET /api/inbox/settings': ({ scope }) => readInboxSettings(scope),
  'PATCH /api/inbox/settings': async ({ scope, body }) => {
    const settings = await changeInboxSettings(scope, body)
    await planDigest(scope, settings)
    return settings
  },
  'GET /api/unsubscribe': async ({ scope, query }) => readUnsubscribe(scope, query.token),
  'POST /unsubscribe': async ({ scope, query, request, reply }) => {
    request.raw.resume()
    await reply.send(await unsubscribe(scope, query.token))
  },
  'PUT /api/projects/:projectId/mute': ({ scope, body }) => muteProject(scope, body),
})

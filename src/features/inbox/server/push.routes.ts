import { done } from '#shared/shapes.ts'
import { serve } from '#server/router/route-table.ts'
import { pushRoutes } from '../push.contract.ts'
import { keepDevice, readPush, removeDevice, takeTest } from './push-devices.queries.ts'
import { sendLater } from './push-sending.jobs.ts'

export const servePush = serve(pushRoutes, {
  'GET /api/push': ({ scope }) => readPush(scope),
  'PUT /api/push/device': ({ scope, body }) => keepDevice(scope, body),
  'DELETE /api/push/devices/:deviceId': ({ scope, params }) => removeDevice(scope, params.deviceId),
  'POST /api/push/devices/:deviceId/test': async ({ scope, params }) => {
    if (await takeTest(scope, params.deviceId)) await sendLater(scope, { deviceId: params.deviceId, test: true })
    return done
  },
})

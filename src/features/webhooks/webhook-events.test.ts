import { expect, test } from 'vitest'
import { projectEventKinds } from '#shared/event-kinds.ts'
import { webhookEventOf, webhookEvents } from './webhook-events.ts'

test('every event comes from something that happens in projects', () => {
  expect(new Set(projectEventKinds.map(webhookEventOf))).toEqual(new Set([...webhookEvents, undefined]))
})

test('what is made because somebody looked, and what is only the product’s own, is told to nobody', () => {
  expect(
    ['comparison.ready', 'reaction.set', 'invite.added', 'note.edited', 'webhook.off'].map(webhookEventOf),
  ).toEqual([undefined, undefined, undefined, undefined, undefined])
})

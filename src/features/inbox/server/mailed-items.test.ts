import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { keptMail } from '#testing/kept-mail.ts'
import { openWorld, type World } from '#testing/world.ts'
import { MINUTE_MS } from '#shared/units.ts'
import { aVersion } from '#testing/row-builders.ts'

let world: World
let versionId: string
beforeEach(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent', BASE_URL: 'https://mix.example.com' })
  const {
    body: { id: trackId },
  } = await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  const projectId = world.here['projectId'] ?? ''
  world.here['trackId'] = trackId
  versionId = `${projectId.slice(0, 8)}-v1`
  await aVersion(world, {
    id: versionId,
    project_id: projectId,
    track_id: trackId,
    uploaded_by: 'olga',
    storage_key: 'kiln',
  })
  const channels = { reply: { inApp: true, push: false, mail: 'now' }, note: { inApp: true, push: false, mail: 'now' } }
  await world.as('olga', 'PATCH /api/inbox/settings', { body: { timeZone: 'Europe/London', channels } })
})
afterEach(() => world.close())

/** What Olga is mailed when a visitor of her link, of that name, writes so. */
async function mailOf({
  name,
  body = 'Louder',
  person = 'visitor',
}: {
  name?: string
  body?: string
  person?: 'visitor' | 'stan'
}) {
  const what = { kind: 'tracks', trackIds: [world.here['trackId']], latestOnly: false }
  const may = { comment: true, seeNotes: true, approve: true, download: true, upload: true }
  const {
    body: {
      items: [link],
    },
  } = await world.as('olga', 'POST /api/projects/:projectId/shares', { body: { what, may } })
  const browser = new GuestBrowser(world, person)
  await browser.open(link.url)
  if (name !== undefined) await browser.say(name)
  const asked = {
    params: { trackId: world.here['trackId'] ?? '' },
    body: { versionId, fromSeconds: 1, toSeconds: null, body },
  }
  expect((await browser.ask('POST /api/projects/:projectId/tracks/:trackId/notes', asked)).status).toBe(200)
  await world.work()
  world.pass(3 * MINUTE_MS)
  await world.work()
  const [mail] = (await keptMail(world.services.config.DATA_DIR)).filter(({ to }) => to === 'olga@example.com')
  return { subject: mail?.subject, text: mail?.text ?? '', html: mail?.html ?? '' }
}

/** However it is written, a mail program or the person who reads it could make a link of it. */
const links = [
  'https://evil.example/win',
  'Win at evil.example',
  'www.evil',
  'hxxps://evil',
  'evil。example',
  'evil．example',
  'еvil.рф',
  'xn--evil-9cd.example',
  'evil .com',
  'evil[.]com',
  'evil dot com',
  'evil@evil.example',
  'h\u200dttps://evil',
  '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦',
  '192.0.2.1/evil',
]
const found = /evil|еvil|𝐞𝐯𝐢𝐥|192\.0\.2\.1|win\b/iu

describe('a mail about what somebody wrote who came by a link', () => {
  test('names them and says what they wrote, but for its subject', async () => {
    const mail = await mailOf({ name: 'Ann', body: 'The snare is late' })
    expect(mail.subject).toMatch(/^A guest .*Kiln/)
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Ann (guest)')
      expect(part).toContain('The snare is late')
    }
  })

  test.each(links)('carries nothing of a name like %j', async (name) => {
    const mail = await mailOf({ name })
    expect(mail.text).toContain('A guest')
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(found)
  })

  test.each(links)('carries nothing of words like %j', async (body) => {
    const mail = await mailOf({ name: 'Ann', body: `Listen, ${body} !` })
    expect(mail.text).toContain('Ann (guest)')
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(found)
  })

  test('nor of an account that is no member', async () => {
    await world.services.database.db
      .updateTable('user')
      .set({ name: 'evil.example' })
      .where('id', '=', 'stan')
      .execute()
    const mail = await mailOf({ person: 'stan', body: 'hxxps://evil' })
    expect(mail.text).toContain('A guest')
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(found)
  })
})

test('what members write to each other is mailed as it is', async () => {
  const asked = {
    body: { versionId, fromSeconds: 1, toSeconds: null, body: '@Olga the reference is at https://music.example/song' },
  }
  await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', asked)
  await world.work()
  world.pass(3 * MINUTE_MS)
  await world.work()
  const [mail] = (await keptMail(world.services.config.DATA_DIR)).filter(({ to }) => to === 'olga@example.com')
  expect(mail?.subject).toContain('Cora')
  expect(mail?.text).toContain('https://music.example/song')
})

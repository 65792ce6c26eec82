import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { noteDirections, noteParts, noteSections } from '#features/notes/note-marks.ts'
import { newId } from '#server/ids.ts'
import { furnish, type FurnishedScreen } from './furnished.ts'
import { objectRecording } from './object-recording.ts'
import { bounce, call, letIn, post, upload } from './openings.ts'
import type { Product } from './product.ts'

const NOTES = 2_000
/** As long as people make them. */
export const LONG_TITLE = 'Where the river bends twice before the weir (Glasshouse session, second evening, tape)'
const LONG_PERSON = 'Maximiliana Featherstonehaugh-Okonkwo'

/** Where everything is that the journey opens. */
export interface LayoutWorld {
  readonly places: readonly FurnishedScreen[]
  readonly projectId: string
  /** Of thousands of notes, in three versions. */
  readonly trackId: string
  /** Of a long title, without notes: what covers the page lies over it sooner. */
  readonly longId: string
  /** Of channels that are objects, which have no loudness. */
  readonly objectsId: string
  readonly versionIds: readonly string[]
  readonly organizationId: string
  /** Addresses of share links: an album, a track, one behind a password, one that leads nowhere. */
  readonly links: { readonly album: string; readonly track: string; readonly locked: string; readonly gone: string }
  /** Of an invitation into the project, and of one into the organization. */
  readonly inviteId: string
  readonly invitationId: string
}

/** Ines's projects filled as they are after a year: long names, thousands of notes, links, people, a studio. */
export async function fillWorld(product: Product, ines: Page, jo: Page): Promise<LayoutWorld> {
  const places = await furnish(ines)
  const [projectId = '', trackId = ''] =
    /projectId=([^&]+)&trackId=([^&]+)/.exec(places.find(({ name }) => name === 'a track')?.path ?? '')?.slice(1) ?? []
  await letIn(product, { host: ines, guest: jo, projectId, role: 'editor' })
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-layout-'))
  const { trackId: longId } = await upload(product, ines, { projectId, file: bounce(folder), trackTitle: LONG_TITLE })
  await upload(product, ines, { projectId, file: bounce(folder), trackTitle: 'Kite' })
  const { trackId: objectsId } = await upload(product, ines, {
    projectId,
    file: objectRecording(),
    trackTitle: 'Atmos',
  })
  rmSync(folder, { recursive: true, force: true })
  const trashed = await post(product, ines, `/api/projects/${projectId}/tracks`, { title: `${LONG_TITLE}, take 2` })
  await call(product, ines, 'DELETE', `/api/projects/${projectId}/tracks/${trashed.id}`)
  const versionIds = await fillTrack(product, { ines, jo, projectId, trackId })
  for (const title of [
    'Vocal a little louder from the second chorus on, and the doubles with it',
    'Edit the breath at 1:12',
  ]) {
    await post(product, ines, `/api/projects/${projectId}/tasks`, {
      title,
      trackId,
      fromSeconds: 12,
      toSeconds: 19,
      priority: 'urgent',
      dueOn: '2031-11-20',
    })
  }
  const share = async (what: object, more: object = {}) => {
    const may = { comment: true, seeNotes: true, approve: true, download: true, upload: true }
    const { items } = await post(product, ines, `/api/projects/${projectId}/shares`, {
      what,
      may,
      label: LONG_TITLE,
      message: 'Is the lift big enough, and does the last chorus come too soon?',
      ...more,
    })
    return items?.[0]?.url ?? ''
  }
  const links = {
    album: await share({ kind: 'project', latestOnly: false }),
    track: await share({ kind: 'tracks', trackIds: [longId], latestOnly: false }),
    locked: await share({ kind: 'tracks', trackIds: [trackId], latestOnly: true }, { password: 'low tide' }),
    gone: `${product.url}/s/${'x'.repeat(24)}`,
  }
  const { id: inviteId } = await post(product, ines, `/api/projects/${projectId}/invites`, {
    role: 'commenter',
    email: 'maximiliana.featherstonehaugh@a-rather-long-name-of-a-studio.example',
  })
  // A page that is open would keep the organization as the one it stands in, and not hear that it left again.
  await ines.goto('about:blank')
  return {
    places,
    projectId,
    trackId,
    longId,
    objectsId,
    versionIds,
    links,
    inviteId,
    ...(await fillOrganization(product, ines)),
  }
}

interface Filling {
  readonly ines: Page
  readonly jo: Page
  readonly projectId: string
  readonly trackId: string
}

/** Answers the versions, newest first. */
async function fillTrack(product: Product, { ines, jo, projectId, trackId }: Filling): Promise<readonly string[]> {
  const versionIds = await product.rows(async (db) => {
    const versions = await db
      .selectFrom('versions')
      .select(['id', 'duration_seconds'])
      .where('track_id', '=', trackId)
      .orderBy('number', 'desc')
      .execute()
    const people = await db.selectFrom('user').select('id').execute()
    const [version] = versions
    if (!version) throw new Error('the track has no version')
    const at = Date.now() - 10 * NOTES
    for (let from = 0; from < NOTES; from += 100) {
      await db
        .insertInto('notes')
        .values(
          Array.from({ length: 100 }, (_, of) => {
            const i = from + of
            const second = ((i * 7919) % NOTES) * ((version.duration_seconds ?? 60) / NOTES)
            return {
              id: newId(),
              project_id: projectId,
              track_id: trackId,
              version_id: version.id,
              parent_id: null,
              from_seconds: second,
              to_seconds: i % 3 === 0 ? second + 1.5 : null,
              body:
                [
                  'the **snare** rings at 400 Hz',
                  'vocal under the guitars, ride it up a little before the chorus and let go again',
                  'love this lift',
                ][i % 3] ?? '',
              author_id: people[i % people.length]?.id ?? '',
              section: noteSections[i % 7] ?? null,
              part: noteParts[i % 9] ?? null,
              direction: noteDirections[i % 3] ?? null,
              visibility: 'everyone' as const,
              set_id: null,
              state: 'open' as const,
              fixed_in: null,
              fixed_by: null,
              created_at: at + i * 10,
              edited_at: null,
              deleted_at: null,
            }
          }),
        )
        .execute()
    }
    return versions.map(({ id }) => id)
  })
  const versionId = versionIds[0] ?? ''
  const me = await jo.request.get(`${product.url}/api/auth/get-session`)
  const { user }: { user: { id: string } } = await me.json()
  await post(product, ines, `/api/projects/${projectId}/tracks/${trackId}/approvals`, {
    versionId,
    reviewerIds: [user.id],
    message: 'Is the lift big enough?',
  })
  await post(product, jo, `/api/projects/${projectId}/tracks/${trackId}/decisions`, {
    versionId,
    decision: 'changes',
    body: 'The last chorus comes too soon.',
    fromSeconds: 40,
  })
  return versionIds
}

async function fillOrganization(
  product: Product,
  ines: Page,
): Promise<{ readonly organizationId: string; readonly invitationId: string }> {
  const { id: organizationId } = await post(product, ines, '/api/auth/organization/create', {
    name: 'The Harbour Row Recording and Mastering Company',
    slug: 'harbour-row',
  })
  const { id: invitationId } = await post(product, ines, '/api/auth/organization/invite-member', {
    organizationId,
    email: 'maximiliana.featherstonehaugh@a-rather-long-name-of-a-studio.example',
    role: 'member',
  })
  await post(product, ines, '/api/auth/organization/create-team', {
    organizationId,
    name: 'Mixing, and whoever is in on Thursdays',
  })
  await post(product, ines, `/api/organizations/${organizationId}/webhooks`, {
    url: 'https://hooks.example.com/a/rather/long/address/of/a/webhook/0123456789abcdef',
    events: ['note.fixed'],
  }).catch(() => undefined)
  await post(product, ines, '/api/users/me/tokens', {
    name: 'The watch folder on the machine in the small room upstairs',
    scopes: ['read'],
  }).catch(() => undefined)
  await post(product, ines, '/api/projects', { name: `${LONG_TITLE}, for the archive of the house`, organizationId })
  await product.rows(async (db) => {
    const other = await db.selectFrom('user').select('id').where('name', '=', LONG_PERSON).executeTakeFirstOrThrow()
    await db
      .insertInto('member')
      .values({
        id: newId(),
        organizationId,
        userId: other.id,
        role: 'member',
        teamId: null,
        createdAt: new Date(0).toISOString(),
      })
      .execute()
  })
  // Whoever makes an organization stands in it, where one's own projects are not listed.
  await post(product, ines, '/api/auth/organization/set-active', { organizationId: null })
  return { organizationId, invitationId }
}

export const secondPerson = LONG_PERSON

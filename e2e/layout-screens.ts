import type { Page } from 'playwright-core'
import type { Place } from './furnished.ts'
import type { LayoutWorld } from './layout-world.ts'

export interface Screen {
  readonly name: string
  readonly path: string
  /** By which one knows that it is there; without one, its heading. */
  readonly shows?: RegExp | undefined
  /** From the screen to what opens on it. */
  readonly open?: (page: Page) => Promise<unknown>
  /** What is open there, where it covers the rest. */
  readonly within?: string
  /** Stands beside what it was opened from: opened again in each window. */
  readonly reopens?: boolean
  /** Looked at in every window; the others in a few. */
  readonly isMain?: boolean
}

const DIALOG = '[role="dialog"], [role="alertdialog"]'
const MENU = '[role="menu"]'

/** Everything that somebody who is signed in can open. */
export function screensOf({ places, projectId, trackId, versionIds, organizationId }: LayoutWorld): readonly Screen[] {
  const project = `/?projectId=${projectId}`
  const track = `${project}&trackId=${trackId}`
  const deck = `${track}&compare=${versionIds.slice(0, 2).join(',')}`
  const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
  const key = (keys: string) => (page: Page) => page.keyboard.press(keys)
  const tab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name }).click()
  const dialog = (name: string, path: string, open: Screen['open']): Screen => ({ name, path, open, within: DIALOG })
  const menu = (name: string, path: string, open: Screen['open']): Screen => ({ name, path, open, within: MENU, reopens: true })
  return [
    ...places.filter(({ name }) => name !== 'the trash').map((place: Place): Screen => (place.name === 'a track' ? { ...place, shows: /Approval of v3/ } : place)),
    { name: 'the trash', path: '/trash', shows: /take 2/ },
    { name: 'the inbox', path: '/inbox' },
    { name: 'the shares', path: '/shares', shows: /Last seen|last seen|Where the river/, isMain: true },
    ...['sign-in', 'sessions', 'tokens', 'notifications', 'appearance', 'data', 'delete'].map((part) => ({ name: `the account, ${part}`, path: `/account/${part}` })),
    ...['storage', 'jobs', 'users', 'sessions', 'audit', 'outbox', 'settings'].map((part) => ({ name: `the server, ${part}`, path: `/admin/${part}` })),
    ...['general', 'projects', 'members', 'teams', 'invitations', 'storage', 'webhooks', 'audit'].map((part) => ({ name: `the organization, ${part}`, path: `/organization/${organizationId}/${part}` })),
    { name: 'a track, versions', path: track, open: tab(/Versions/) },
    { name: 'a track, findings', path: track, open: tab(/Findings/) },
    { name: 'a track, tasks', path: track, open: tab(/Tasks/) },
    { name: 'the deck', path: deck, shows: /Match loudness/, isMain: true },
    { name: 'the deck, difference', path: deck, shows: /Match loudness/, open: key('d') },
    { name: 'the deck, blind', path: deck, shows: /Match loudness/, open: key('b') },
    { name: 'a track that plays', path: track, shows: /Approval of v3/, open: playWithLoop, isMain: true },
    { name: 'the tracks, while one plays', path: track, shows: /Approval of v3/, open: async (page) => {
      await playWithLoop(page)
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()
      await page.getByText('Album order').first().waitFor()
    }, isMain: true },
    dialog('new project', '/', press('New project')),
    dialog('search', '/', key('ControlOrMeta+k')),
    dialog('keys', track, key('?')),
    dialog('rename', project, async (page) => {
      await press('Menu of Night Drive')(page)
      await page.getByRole('menuitem', { name: 'Rename' }).click()
    }),
    dialog('a share', track, key('.')),
    dialog('an invite', `${project}&tab=members`, press('Invite')),
    dialog('a new task', `${project}&tab=tasks`, press('New task')),
    dialog('a task', `${project}&tab=tasks`, (page) => page.getByText('Edit the breath at 1:12').first().click()),
    dialog('uploads', project, key('u')),
    dialog('asking for approval', track, async (page) => {
      await press(/^More about approvals/)(page)
      await page.getByRole('menuitem', { name: 'Ask for approval' }).click()
    }),
    dialog('the record of approvals', track, async (page) => {
      await press(/^More about approvals/)(page)
      await page.getByRole('menuitem', { name: 'Record of approvals' }).click()
    }),
    dialog('deleting a project', `${project}&tab=settings`, press('Delete project')),
    dialog('a new token', '/account/tokens', press(/token/i)),
    menu('the menu of a track', project, press('Menu of Night Drive')),
    menu('the menu of versions', track, press(/choose another version/)),
    menu('the filters of notes', track, press('Filter')),
  ]
}

/** With a loop, and the amber badge of a sound that is no longer the original. */
async function playWithLoop(page: Page): Promise<void> {
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause', exact: true }).first().waitFor()
  for (const key of ['y', 'i', 'l', 'o', 'Space']) await page.keyboard.press(key)
}

/** What people see who are not signed in. */
export function guestScreensOf({ links, inviteId, invitationId }: LayoutWorld): readonly Screen[] {
  const path = (link: string) => new URL(link).pathname
  return [
    { name: 'signing in', path: '/login', shows: /Sign in/ },
    ...['create', 'forgot', 'link'].map((view) => ({ name: `signing in, ${view}`, path: `/login?view=${view}`, shows: /Sign in|Create|password|link/ })),
    { name: 'an invite into a project', path: `/?invId=${inviteId}`, shows: /Sign in|Create account/ },
    { name: 'an invitation into an organization', path: `/invitation/${invitationId}` },
    { name: 'a guest, an album', path: path(links.album), shows: /Is the lift big enough/ },
    { name: 'a guest, a track', path: path(links.track), shows: /Is the lift big enough/, isMain: true },
    { name: 'a guest, a password', path: path(links.locked), shows: /password/ },
    { name: 'a guest, a link that is gone', path: path(links.gone), shows: /no longer works/ },
  ]
}

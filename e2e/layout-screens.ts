import type { Page } from 'playwright-core'
import type { FurnishedScreen } from './furnished.ts'
import type { LayoutWorld } from './layout-world.ts'

export interface LayoutScreen {
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
}

const DIALOG = '[role="dialog"], [role="alertdialog"]'
export const MENU = '[role="menu"]'

/** By which one knows that the part of a page is there, and what is in it: its heading stands there before. */
const filled: Readonly<Record<string, RegExp>> = {
  'a track': /Approval of v3/,
  'the account': /Choose a picture/,
  'the server': /in the data folder/i,
}
const account = {
  'sign-in': /Current password/,
  sessions: /This device/,
  tokens: /The watch folder/,
  notifications: /Mentions/,
  appearance: /Match system/,
  data: /Download my data/,
  delete: /no one else is in it/,
}
const server = {
  storage: /Generated files/,
  jobs: /mail\.send/,
  users: /Featherstonehaugh/,
  sessions: /last used/,
  audit: /created an API token/,
  outbox: /You are invited/,
  settings: /Send a test e-mail/,
}
const organization = {
  general: /Lowercase letters, digits/,
  projects: /for the archive/,
  members: /Featherstonehaugh/,
  teams: /Thursdays/,
  invitations: /expires in/,
  storage: /for the archive/,
  webhooks: /hooks\.example/,
  audit: /created a webhook/,
}

/** Everything that somebody who is signed in can open. */
export function screensOf({
  places,
  projectId,
  trackId,
  longId,
  objectsId,
  versionIds,
  organizationId,
}: LayoutWorld): readonly LayoutScreen[] {
  const project = `/?projectId=${projectId}`
  const track = `${project}&trackId=${trackId}`
  const long = `${project}&trackId=${longId}`
  const deck = `${track}&compare=${versionIds.slice(0, 2).join(',')}`
  const deckOfThree = `${track}&compare=${versionIds.slice(0, 3).join(',')}`
  const press = (name: string | RegExp) => (page: Page) =>
    page.getByRole('button', { name, exact: true }).first().click()
  const key = (keys: string) => (page: Page) => page.keyboard.press(keys)
  const tab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name }).click()
  const dialog = (name: string, path: string, open: LayoutScreen['open']): LayoutScreen => ({
    name,
    path,
    open,
    within: DIALOG,
  })
  const menu = (name: string, path: string, open: LayoutScreen['open']): LayoutScreen => ({
    name,
    path,
    open,
    within: MENU,
    reopens: true,
  })
  return [
    ...places
      .filter(({ name }) => name !== 'the trash')
      .map((place: FurnishedScreen): LayoutScreen => ({ ...place, shows: filled[place.name] ?? place.shows })),
    { name: 'the trash', path: '/trash', shows: /take 2/ },
    { name: 'the inbox', path: '/inbox', shows: /accepted your invitation/ },
    { name: 'the shares', path: '/shares', shows: /Last seen|last seen|Where the river/ },
    ...Object.entries(account).map(([part, shows]) => ({
      name: `the account, ${part}`,
      path: `/account/${part}`,
      shows,
    })),
    ...Object.entries(server).map(([part, shows]) => ({ name: `the server, ${part}`, path: `/admin/${part}`, shows })),
    ...Object.entries(organization).map(([part, shows]) => ({
      name: `the organization, ${part}`,
      path: `/organization/${organizationId}/${part}`,
      shows,
    })),
    { name: 'a track, versions', path: track, open: tab(/Versions/) },
    { name: 'a track, findings', path: track, open: tab(/Findings/) },
    { name: 'a track, tasks', path: track, open: tab(/Tasks/) },
    { name: 'the deck', path: deck, shows: /Match loudness/ },
    { name: 'the deck, difference', path: deck, shows: /Match loudness/, open: key('d') },
    { name: 'the deck, blind', path: deck, shows: /Match loudness/, open: key('b') },
    { name: 'the deck, blind, answering', path: deck, shows: /Match loudness/, open: answerBlind },
    {
      name: 'the deck, blind, the result',
      path: deck,
      shows: /Match loudness/,
      open: async (page) => {
        await answerBlind(page)
        await press(/^X is A/)(page)
        await press('Finish and see the result')(page)
      },
    },
    { name: 'the deck of three', path: deckOfThree, shows: /Match loudness/ },
    { name: 'the deck of three, blind', path: deckOfThree, shows: /Match loudness/, open: key('b') },
    {
      name: 'the deck of three, preferring',
      path: deckOfThree,
      shows: /Match loudness/,
      open: async (page) => {
        await key('b')(page)
        await page.getByRole('radio', { name: 'Which do I like best?' }).check()
        await press('Start')(page)
        await page.getByRole('button', { name: /^I like A best/ }).waitFor()
      },
    },
    { name: 'a track of objects', path: `${project}&trackId=${objectsId}`, shows: /object audio needs a renderer/ },
    {
      name: 'a track, a range',
      path: track,
      shows: /Approval of v3/,
      open: async (page) => {
        await page.getByRole('slider', { name: 'Night Drive, version 3' }).focus()
        await key('ControlOrMeta+a')(page)
      },
    },
    {
      name: 'the tracks, as files are dropped',
      path: project,
      shows: /Album order/,
      open: dragFiles,
      within: '[class*="_curtain_"]',
    },
    { name: 'a track that plays', path: track, shows: /Approval of v3/, open: playWithLoop },
    {
      name: 'the tracks, while one plays',
      path: track,
      shows: /Approval of v3/,
      open: async (page) => {
        await playWithLoop(page)
        await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()
        await page.getByText('Album order').first().waitFor()
      },
    },
    dialog('new project', '/', press('New project')),
    dialog('search', '/', key('ControlOrMeta+k')),
    dialog('keys', long, key('?')),
    dialog('a new track', project, press('New track')),
    dialog('a share', long, key('.')),
    dialog('an invite', `${project}&tab=members`, press('Invite')),
    {
      name: 'a new task',
      path: `${project}&tab=tasks`,
      shows: /Edit the breath at 1:12/,
      open: press('New task'),
      within: '[role="group"][aria-label="New task"]',
    },
    {
      name: 'a task',
      path: `${project}&tab=tasks`,
      shows: /Edit the breath at 1:12/,
      open: (page) => page.getByText('Edit the breath at 1:12').first().click(),
      within: '[data-task-panel]',
    },
    dialog('uploads', project, key('u')),
    dialog('asking for approval', long, async (page) => {
      await press(/^More about approvals/)(page)
      await page.getByRole('menuitem', { name: 'Ask for approval' }).click()
    }),
    dialog('the record of approvals', track, async (page) => {
      await press(/^More about approvals/)(page)
      await page.getByRole('menuitem', { name: 'Approval history' }).click()
    }),
    dialog('deleting a project', `${project}&tab=settings`, press('Delete project')),
    dialog('a new token', '/account/tokens', press(/token/i)),
    menu('the menu of a track', project, press('Menu of Night Drive')),
    menu('the menu of versions', track, press(/choose another version/)),
    menu('the filters of notes', track, press('Filter')),
    // Last: what is written stays in its field.
    { name: 'a track, writing', path: track, shows: /Approval of v3/, open: write },
    {
      name: 'a track, writing in a full sheet',
      path: track,
      shows: /Approval of v3/,
      open: async (page) => {
        await page.setViewportSize({ width: 390, height: 844 })
        await press('Expand the panel')(page)
        await write(page)
      },
      within: 'aside',
    },
  ]
}

/** The first question of a blind test. */
async function answerBlind(page: Page): Promise<void> {
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('button', { name: /^X is A/ }).waitFor()
}

/** A note with all that can stand in its field. */
async function write(page: Page): Promise<void> {
  await page
    .getByRole('textbox', { name: /^New note/ })
    .fill('The vocal could come up a little before the chorus, and the doubles with it.\n\nThen let go again.')
}

/** Over the page, not let go. */
async function dragFiles(page: Page): Promise<void> {
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['RIFF'], 'Kite_v2.wav', { type: 'audio/wav' }))
    return transfer
  })
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: files })
}

/** With a loop, and the amber badge of a sound that is no longer the original. */
async function playWithLoop(page: Page): Promise<void> {
  // Its keys come with it.
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause', exact: true }).first().waitFor()
  for (const key of ['y', 'i', 'l', 'o', 'Space']) await page.keyboard.press(key)
}

const approve = (page: Page) => page.getByRole('button', { name: /^Approve v/ }).click()

/** What people see who are not signed in. */
export function guestScreensOf({ links, inviteId, invitationId }: LayoutWorld): readonly LayoutScreen[] {
  const path = (link: string) => new URL(link).pathname
  return [
    { name: 'signing in', path: '/login', shows: /Sign in/ },
    ...['create', 'forgot', 'link'].map((view) => ({
      name: `signing in, ${view}`,
      path: `/login?view=${view}`,
      shows: /Sign in|Create|password|link/,
    })),
    { name: 'an invite into a project', path: `/?invId=${inviteId}`, shows: /Sign in|Create account/ },
    { name: 'an invitation into an organization', path: `/invitation/${invitationId}` },
    { name: 'a guest, an album', path: path(links.album), shows: /Is the lift big enough/ },
    { name: 'a guest, a track', path: path(links.track), shows: /Is the lift big enough/ },
    {
      name: 'a guest, an album, while one plays',
      path: path(links.album),
      shows: /Is the lift big enough/,
      open: async (page) => {
        await page.getByRole('button', { name: /^Play/ }).first().click()
        await page
          .getByRole('button', { name: /^Pause/ })
          .first()
          .waitFor()
      },
    },
    {
      name: 'a guest, saying a name',
      path: path(links.track),
      shows: /Is the lift big enough/,
      open: approve,
      within: DIALOG,
    },
    {
      name: 'a guest, a decision',
      path: path(links.track),
      shows: /Is the lift big enough/,
      open: async (page) => {
        await page.getByRole('button', { name: 'Ask for changes' }).click()
        await page.getByRole('textbox', { name: 'Your name' }).fill('Rosalind Achterberg-Nakamura, Tidewater Records')
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.getByRole('dialog', { name: /^Ask for changes to v1 of/ }).waitFor()
      },
      within: DIALOG,
    },
    {
      name: 'a guest, writing a first note',
      path: path(links.track),
      shows: /Is the lift big enough/,
      open: write,
    },
    { name: 'a guest, a password', path: path(links.locked), shows: /Password required/ },
    { name: 'a guest, a link that is gone', path: path(links.gone), shows: /no longer works/ },
  ]
}

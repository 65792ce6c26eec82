import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DEFAULT_TARGETS } from '#audio/delivery-targets.ts'
import { shownToasts } from '#web/ui/overlay/toast-store.ts'
import { show } from '#web/testing/show.rig.tsx'
import OrganizationTargetsForm from './OrganizationTargetsForm.tsx'

const address = '/api/organizations/label/targets'
const theirs = { ...DEFAULT_TARGETS, loudness: -14 }
const open = (targets: object | null) =>
  show(<OrganizationTargetsForm organizationId="label" />, {
    [`GET ${address}`]: { targets },
    [`PUT ${address}`]: { targets: theirs },
  })

test('nothing is set at first, and says what that means', async () => {
  const { person, sent } = open(null)
  await screen.findByText(/^Nothing is set yet/)
  expect(screen.queryByRole('button', { name: 'Remove targets' })).toBeNull()
  await person.type(screen.getByRole('spinbutton', { name: 'Integrated loudness' }), '-14')
  await person.click(screen.getByRole('button', { name: 'Save targets' }))
  await screen.findByText('Saved.')
  expect(sent.at(-1)).toEqual({ route: `PUT ${address}`, body: { targets: theirs } })
})

test('what is set can be removed, with an undo', async () => {
  const { person, sent } = open(theirs)
  await person.click(await screen.findByRole('button', { name: 'Remove targets' }))
  await vi.waitFor(() => expect(shownToasts().at(-1)?.text).toBe('The organization’s targets are removed'))
  expect(sent.at(-1)?.body).toEqual({ targets: null })
  shownToasts().at(-1)?.undo?.()
  await vi.waitFor(() => expect(sent.at(-1)?.body).toEqual({ targets: theirs }))
})

test('what cannot be loaded can be tried again', async () => {
  show(<OrganizationTargetsForm organizationId="label" />)
  await screen.findByText(/could not be loaded/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' }).disabled).toBe(false)
})

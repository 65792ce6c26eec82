import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import CreateOrganizationDialog from './CreateOrganizationDialog.tsx'

function open(isFree: boolean) {
  return show(<CreateOrganizationDialog onClose={() => undefined} onCreated={() => undefined} />, {
    'POST /api/auth/organization/check-slug': { status: isFree },
  })
}

const name = () => screen.getByRole('textbox', { name: 'Name' })
const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create organization' })

test('an address is proposed from the name until somebody types another', async () => {
  const { person } = open(true)
  await person.type(name(), 'Harbour Row Studio')
  expect(address().value).toBe('harbour-row-studio')
  await person.clear(address())
  await person.type(address(), 'hrs')
  await person.type(name(), ' 2')
  expect(address().value).toBe('hrs')
})

test('a free address is told, and only then or while it is looked for can one go on', async () => {
  const { person } = open(true)
  expect(button().disabled).toBe(true)
  await person.type(name(), 'Harbour')
  expect(await screen.findByText('Available.')).toBeDefined()
  expect(button().disabled).toBe(false)
})

test('a taken address is refused while it is typed', async () => {
  const { person } = open(false)
  await person.type(name(), 'Harbour')
  expect(await screen.findByText('Another organization has this address.')).toBeDefined()
  expect(button().disabled).toBe(true)
})

test('an address of other letters is refused at once, and nobody is asked about it', async () => {
  const { person, sent } = open(true)
  await person.type(name(), 'Harbour')
  await screen.findByText('Available.')
  const asked = sent.length
  await person.type(address(), ' Row')
  expect(screen.getByText('Only lowercase letters, digits and single hyphens between them.')).toBeDefined()
  expect(button().disabled).toBe(true)
  expect(sent).toHaveLength(asked)
})

import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import { sampleTrack } from '../../track-sample.ts'
import type { TrackStatus } from '../../track-statuses.ts'
import { StatusMenu } from './StatusMenu.tsx'

test('who may only look sees the status and no button', () => {
  show(<StatusMenu track={sampleTrack()} onStatus={undefined} />)
  expect(screen.getByText('Draft')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the menu has all of them, with the one it is checked; choosing that changes nothing', async () => {
  const onStatus = vi.fn<(status: TrackStatus) => void>()
  const { person } = show(<StatusMenu track={sampleTrack()} onStatus={onStatus} />)
  const button = screen.getByRole('button', { name: 'Status of Glasshouse: Draft' })
  await person.click(button)
  const checked = await screen.findByRole('menuitemradio', { name: 'Draft' })
  expect(checked.getAttribute('aria-checked')).toBe('true')
  await person.click(checked)
  expect(onStatus).not.toHaveBeenCalled()
  await person.click(button)
  await person.click(await screen.findByRole('menuitemradio', { name: 'In review' }))
  expect(onStatus.mock.calls).toEqual([['in-review']])
})

import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import TempoDialog from './TempoDialog.tsx'
import type { TrackTempo } from '../../tracks.contract.ts'

function open(tempo?: TrackTempo) {
  const onTempo = vi.fn<(tempo: TrackTempo) => void>()
  const onClose = vi.fn<() => void>()
  const shown = show(<TempoDialog title="Glasshouse" {...{ tempo, onTempo, onClose }} />)
  return { ...shown, onTempo, onClose }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('takes a tempo with a comma or a point, in bars of four from the start unless told otherwise', async () => {
  const { person, onTempo, onClose } = open()
  await person.type(field('Beats per minute'), '92,5')
  await person.click(screen.getByRole('button', { name: 'Show bars' }))
  expect(onTempo).toHaveBeenCalledWith({ beatsPerMinute: 92.5, beatsPerBar: 4, offset: 0 })
  expect(onClose).toHaveBeenCalledOnce()
})

test('begins with what is known, to the thousandth', () => {
  open({ beatsPerMinute: 119.970_12, beatsPerBar: 3, offset: 0.25 })
  expect(['Beats per minute', 'Beats in a bar', 'Bar 1 starts at (seconds)'].map((one) => field(one).value)).toEqual([
    '119.97',
    '3',
    '0.25',
  ])
})

test('says of each field what is wrong, once one has tried, and stays open', async () => {
  const { person, onTempo, onClose } = open()
  expect(screen.queryByText('Enter a number from 20 to 400')).toBeNull()
  for (const [name, typed] of [
    ['Beats in a bar', '4.5'],
    ['Bar 1 starts at (seconds)', 'soon'],
  ] as const) {
    await person.clear(field(name))
    await person.type(field(name), typed)
  }
  await person.click(screen.getByRole('button', { name: 'Show bars' }))
  for (const words of [
    'Enter a number from 20 to 400',
    'Enter a whole number from 1 to 32',
    'Enter seconds, such as 0.25',
  ])
    screen.getByText(words)
  expect([onTempo.mock.calls, onClose.mock.calls]).toEqual([[], []])
})

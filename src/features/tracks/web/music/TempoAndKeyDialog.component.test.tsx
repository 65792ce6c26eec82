import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { shownToasts } from '#web/ui/overlay/toast-store.ts'
import { show } from '#web/testing/show.rig.tsx'
import { sampleTrack, sampleVersion } from '../../track-sample.ts'
import TempoAndKeyDialog from './TempoAndKeyDialog.tsx'

const { report } = sampleVersion()
const measured = report && {
  ...report,
  tempo: { beatsPerMinute: 120, confidence: 0.9, other: 60 },
  key: { key: 'A minor' as const, confidence: 0.9, other: 'C major' as const, later: null, tuning: 0 },
}
const tempo = { beatsPerMinute: 92.5, beatsPerBar: 3, offset: 0 }

function open(track = sampleTrack()) {
  const onTempo = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  const shown = show(<TempoAndKeyDialog projectId="p" report={measured} {...{ track, onTempo, onClose }} />, {
    'PATCH /api/projects/p/tracks/t': sampleTrack(),
  })
  return { ...shown, onTempo, onClose }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const key = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Key' })
const save = () => screen.getByRole('button', { name: 'Save' })

test('says what was measured, and sends what a person says', async () => {
  const { person, sent, onTempo, onClose } = open()
  screen.getByText('Measured: 120.0 or 60.0 BPM. Leave it empty to use that.')
  screen.getByRole('option', { name: 'As measured: A minor or C major' })
  await person.type(field('Beats per minute'), '60')
  await person.selectOptions(key(), 'C major')
  await person.click(save())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onTempo).toHaveBeenCalledOnce()
  expect(sent[0]?.body).toEqual({ tempo: { beatsPerMinute: 60, beatsPerBar: 4, offset: 0 }, key: 'C major' })
})

test('emptied goes back to what was measured, and undo brings the person’s words back', async () => {
  const { person, sent, onTempo, onClose } = open(sampleTrack({ tempo, key: 'none' }))
  expect([field('Beats per minute').value, field('Beats in a bar').value, key().value]).toEqual(['92.5', '3', 'none'])
  await person.clear(field('Beats per minute'))
  await person.selectOptions(key(), '')
  await person.click(save())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onTempo).not.toHaveBeenCalled()
  shownToasts().at(-1)?.undo?.()
  expect(sent.map(({ body }) => body)).toEqual([
    { tempo: null, key: null },
    { tempo, key: 'none' },
  ])
})

test('stays open with what was typed if it cannot be saved', async () => {
  const { person, sent, onClose } = open(sampleTrack({ id: 'gone' }))
  await person.type(field('Beats per minute'), '500')
  await person.click(save())
  screen.getByText('Enter a number from 20 to 400')
  expect(sent).toEqual([])
  await person.clear(field('Beats per minute'))
  await person.type(field('Beats per minute'), '50')
  await person.click(save())
  await screen.findByRole('alert')
  expect([field('Beats per minute').value, onClose.mock.calls]).toEqual(['50', []])
})

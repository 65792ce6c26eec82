import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { encodeEnergyHeader } from '#audio/energy-file.ts'
import { sampleVersion } from '../../track-sample.ts'
import { DynamicsFigures } from './DynamicsFigures.tsx'

const energyOf = (lufs: number) => 10 ** ((lufs + 0.691) / 10)

/** Ten seconds at −14 LUFS with peaks of −1 dBTP, but for 4 s from `squashedFrom` with −8. */
function gridFile(squashedFrom: number): ArrayBuffer {
  const [cells, rows] = [new Float32Array(1000).fill(energyOf(-14)), new Float32Array(400)]
  for (let row = 0; row < 100; row++)
    rows[row * 4] = 10 ** ((row >= squashedFrom * 10 && row < squashedFrom * 10 + 40 ? -8 : -1) / 20)
  const header = encodeEnergyHeader({ sampleRate: 48_000, totalFrames: 480_000, cellCount: 1000, rowCount: 100 })
  const file = new Uint8Array(header.length + cells.byteLength + rows.byteLength)
  file.set(header)
  file.set(new Uint8Array(cells.buffer), header.length)
  file.set(new Uint8Array(rows.buffer), header.length + cells.byteLength)
  return file.buffer
}

function open(url: string, { crest, file }: { crest?: number | null; file: ArrayBuffer }) {
  vi.stubGlobal('fetch', async () => new Response(file))
  const { report } = sampleVersion()
  if (!report) throw new Error('the sample has a report')
  const onHear = vi.fn<(at: number) => void>()
  return { report: { ...report, loudness: { ...report.loudness, crest } }, url, onHear }
}

const figure = (name: string) => screen.getByText(name).closest('div')?.querySelector('dd')

test('the ratios are said, and where the music is most limited is heard by a press', async () => {
  const shown = open('/squashed', { crest: 12.34, file: gridFile(5) })
  render(<DynamicsFigures {...shown} />)
  // The sample has −1 dBTP and −14 LUFS.
  expect(figure('Peak to loudness (PLR)')?.textContent).toBe('13.0 dB')
  expect(figure('Crest factor')?.textContent).toBe('12.3 dB')
  const place = await screen.findByRole('button', { name: 'Play from 0:05.000' })
  expect(figure('Lowest PSR (over 3 s)')?.textContent).toContain('6.0 dB')
  place.click()
  expect(shown.onHear).toHaveBeenCalledWith(5)
})

test('a version that an older release analysed says what is not measured', async () => {
  const file = gridFile(5).slice(0, 32 + 4000)
  new DataView(file).setUint16(4, 1, true)
  render(<DynamicsFigures {...open('/old', { file })} />)
  expect(figure('Peak to loudness (PLR)')?.textContent).toBe('13.0 dB')
  expect(figure('Crest factor')?.textContent).toBe('not measured')
  await waitFor(() => expect(figure('Lowest PSR (over 3 s)')?.textContent).toBe('not measured: use “Analyse again”'))
})

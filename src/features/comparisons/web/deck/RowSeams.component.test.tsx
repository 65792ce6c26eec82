import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import { withWidth } from '#web/waveform/view/wave-view.ts'
import { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { RowSeams } from './RowSeams.tsx'
import type { RowSeam } from './row-seams.ts'

test('what only one version has is named in the other one’s row, and heard on a press', async () => {
  const viewport = new WaveViewport(60_000, 1000)
  viewport.change((view) => withWidth(view, 600))
  const cut = { at: 24, until: 32, source: 0, own: 24, length: 8, name: 'v4' }
  const added = { at: 40, until: 40, source: 1, own: 33, length: 72, name: 'v5' }
  const onListen = vi.fn<(seam: RowSeam) => void>()
  const { person } = show(<RowSeams seams={[cut, added]} viewport={viewport} onListen={onListen} />)
  const gap = screen.getByRole('button', { name: '8.0 s only in v4: listen at 0:24' })
  expect([gap.style.left, gap.style.width]).toEqual(['240px', '80px'])
  await person.click(gap)
  await person.click(screen.getByRole('button', { name: '1:12 only in v5: listen at 0:33' }))
  expect(onListen.mock.calls).toEqual([[cut], [added]])
})

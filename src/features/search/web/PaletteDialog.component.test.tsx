import { screen } from '@testing-library/react'
import { Circle } from 'lucide-react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { PaletteItem } from '#web/palette/palette-items.ts'
import { show } from '#web/testing/show.rig.tsx'
import { PaletteDialog } from './PaletteDialog.tsx'

const labels = ['Night Bus', 'Low Tide', 'Next open note']

/** Three items in two groups; whatever is typed is sought until `settle`. */
function open({ isSlow = false, settles = false }: { readonly isSlow?: boolean; readonly settles?: boolean } = {}) {
  const taken: string[] = []
  const onClose = vi.fn<() => void>()
  const items: readonly PaletteItem[] = labels.map((label) => ({
    id: label,
    label,
    icon: Circle,
    kind: 'title',
    run: () => taken.push(label),
  }))
  function Palette({ isSettled = false }: { readonly isSettled?: boolean }) {
    const [query, setQuery] = useState('')
    const [isOpen, setOpen] = useState(true)
    const found = items.filter(({ label }) => label.toLowerCase().includes(query))
    return isOpen ? (
      <PaletteDialog
        query={query}
        onQuery={setQuery}
        groups={[
          { label: 'Projects', items: found.filter(({ id }) => id !== 'Next open note') },
          { label: 'Commands', items: found.filter(({ id }) => id === 'Next open note') },
        ]}
        remark={found.length === 0 ? `Nothing found for “${query}”` : undefined}
        isBusy={isSlow && query !== '' && !isSettled}
        maySettle={() => settles}
        onClose={() => {
          onClose()
          setOpen(false)
        }}
      />
    ) : null
  }
  const shown = show(<Palette />)
  return { ...shown, taken, onClose, settle: () => shown.rerender(<Palette isSettled />) }
}

const active = () => screen.queryByRole('option', { selected: true })?.textContent

test('the arrows walk all groups and round, and Enter takes what they came to', async () => {
  const { person, taken, onClose } = open()
  expect(active()).toBe('Night Bus')
  await person.keyboard('{ArrowUp}')
  expect(active()).toBe('Next open note')
  await person.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()).toBe('Low Tide')
  await person.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(taken).toEqual(['Low Tide']))
})

test('typing begins at the first again, and the field names the option that Enter means', async () => {
  const { person } = open()
  await person.keyboard('{ArrowDown}{ArrowDown}n')
  expect(active()).toBe('Night Bus')
  const field = screen.getByRole('combobox', { name: 'Search and commands' })
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
})

test('what there is not is said, and Enter does nothing', async () => {
  const { person, onClose } = open()
  await person.keyboard('zzqx')
  expect(screen.getByText('Nothing found for “zzqx”')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('Nothing found')
  await person.keyboard('{Enter}')
  expect(onClose).not.toHaveBeenCalled()
})

test('Enter before the server answers waits for what is found', async () => {
  const { person, taken, onClose, settle } = open({ isSlow: true })
  await person.keyboard('low{Enter}')
  expect(onClose).not.toHaveBeenCalled()
  settle()
  expect(onClose).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(taken).toEqual(['Low Tide']))
})

test('Enter does not wait where the first is what was meant, nor for one that was walked to', async () => {
  const first = open({ isSlow: true, settles: true })
  await first.person.keyboard('n{Enter}')
  await vi.waitFor(() => expect(first.taken).toEqual(['Night Bus']))
  const walked = open({ isSlow: true })
  await walked.person.keyboard('n{ArrowDown}{Enter}')
  await vi.waitFor(() => expect(walked.taken).toEqual(['Next open note']))
})

test('typing on takes an Enter back', async () => {
  const { person, onClose, settle } = open({ isSlow: true })
  await person.keyboard('n{Enter}e')
  settle()
  expect(onClose).not.toHaveBeenCalled()
})

import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import StartDialog from './StartDialog.tsx'

const glasshouse = { title: 'Glasshouse', number: 2, onClose: () => undefined }

test('asks whether open tasks of the whole project come along; otherwise those of the track do', async () => {
  const onStart = vi.fn<(withProjectTasks: boolean) => void>()
  const { person } = show(<StartDialog {...glasshouse} count={3} projectCount={1} onStart={onStart} />)
  const also = screen.getByRole('checkbox', { name: 'Also the open task of the whole project' })
  expect(also).toHaveProperty('checked', false)
  await person.click(screen.getByRole('button', { name: 'Start v2' }))
  await person.click(also)
  await person.click(screen.getByRole('button', { name: 'Start v2' }))
  expect(onStart.mock.calls).toEqual([[false], [true]])
})

test('without open tasks of the track it starts with those of the project, or not at all', async () => {
  const onStart = vi.fn<(withProjectTasks: boolean) => void>()
  const { person } = show(<StartDialog {...glasshouse} count={0} projectCount={2} onStart={onStart} />)
  await person.click(screen.getByRole('checkbox', { name: /^Also the 2 open tasks/ }))
  expect(screen.getByRole('button', { name: 'Start v2' })).toHaveProperty('disabled', true)
})

test('asks nothing where no task of the project is open, and closes once it has started', async () => {
  const onClose = vi.fn<() => void>()
  const { person } = show(
    <StartDialog {...glasshouse} count={1} projectCount={0} onStart={() => undefined} onClose={onClose} />,
  )
  expect(screen.queryByRole('checkbox')).toBeNull()
  await person.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledOnce()
})

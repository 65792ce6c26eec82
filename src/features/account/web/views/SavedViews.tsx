import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { CollapsingWord } from '#web/ui/CollapsingWord.tsx'
import type { SavedView } from '../../user-settings.contract.ts'
import { settingsQuery } from '../account.client.ts'
import { useSettingsChange } from '../settings/use-settings.ts'
import styles from './SavedViews.module.css'
import { savedViewStrings } from './saved-views.strings.ts'

const SaveViewDialog = lazyDialog(() => import('./SaveViewDialog.tsx'))

interface SavedViewsProps extends Pick<SavedView, 'list' | 'search'> {
  readonly onOpen: (search: SavedView['search']) => void
}

/** The user's named views of a list. `search` is how the list is shown now, without what is usual. */
export default function SavedViews({ list, search, onOpen }: SavedViewsProps) {
  const { data: settings } = useQuery(settingsQuery)
  const change = useSettingsChange()
  const [naming, setNaming] = useState(false)
  const views = settings?.views.filter((view) => view.list === list) ?? []
  const current = views.find((view) => isSame(view.search, search))
  const remove = (gone: SavedView) => {
    change((held) => ({ views: held.views.filter((view) => !isNamed(view, gone)) }))
    toast({
      text: text(savedViewStrings.deleted, { name: gone.name }),
      undo: () => change((held) => ({ views: withView(held.views, gone) })),
    })
  }
  const isPlain = Object.keys(search).length === 0
  const isFirst = views.length === 0
  const entries: readonly MenuEntry[] = [
    !isFirst && {
      kind: 'choice',
      value: current?.name ?? '',
      options: views.map(({ name }) => ({ value: name, label: name })),
      onValueChange: (name) => onOpen(views.find((view) => view.name === name)?.search ?? {}),
    },
    isFirst && isPlain && { kind: 'heading', label: savedViewStrings.hint },
    !(isFirst && !isPlain) && { kind: 'separator' },
    {
      kind: 'action',
      label: savedViewStrings.save,
      disabled: !settings || current !== undefined || isPlain,
      movesFocus: true,
      onSelect: () => setNaming(true),
    },
    current && {
      kind: 'action',
      label: text(savedViewStrings.delete, { name: current.name }),
      onSelect: () => remove(current),
    },
  ]
  return (
    <>
      <Menu entries={entries}>
        <Button tone="quiet" size="small" icon={Bookmark}>
          {current && <VisuallyHidden>{savedViewStrings.views}: </VisuallyHidden>}
          <CollapsingWord on="beyondTablets" className={styles.word}>
            {current?.name ?? savedViewStrings.views}
          </CollapsingWord>
        </Button>
      </Menu>
      {naming && settings && (
        <SaveViewDialog
          taken={views.map(({ name }) => name)}
          total={settings.views.length}
          onSave={(name) => {
            change((held) => ({ views: withView(held.views, { list, name, search }) }))
            toast({ tone: 'done', text: text(savedViewStrings.saved, { name }) })
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

function isSame(a: SavedView['search'], b: SavedView['search']): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}

function isNamed(view: SavedView, { list, name }: SavedView): boolean {
  return view.list === list && view.name === name
}

/** A view replaces the one of its name. */
function withView(views: readonly SavedView[], added: SavedView): SavedView[] {
  return views.some((view) => isNamed(view, added))
    ? views.map((view) => (isNamed(view, added) ? added : view))
    : [...views, added]
}

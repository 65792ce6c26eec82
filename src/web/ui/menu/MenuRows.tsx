import { Check, ChevronDown, ChevronRight, ChevronUp } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { createContext, use, useState } from 'react'
import { classNames } from '../class-names.ts'
import { CommandKey } from '../keys/CommandKey.tsx'
import { Icon } from '../mark/Icon.tsx'
import type { MenuAction, MenuChoice, MenuEntry, MenuSubmenu, MenuToggle } from './menu-entries.ts'
import { UiLink } from '../frame/UiLink.tsx'
import { phoneQuery, useMedia } from '../use-media.ts'
import styles from './Menu.module.css'

/** Runs a function after the menu has closed. */
export const AfterMenu = createContext((act: () => void) => act())

/** The rows of any menu. */
export function MenuRows({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return entries.map((entry, index) => {
    if (!entry) return null
    const key = `${entry.kind}-${index}`
    switch (entry.kind) {
      case 'action':
        return <ActionRow key={key} entry={entry} />
      case 'link':
        return (
          <DropdownMenu.Item key={key} className={styles.row} disabled={entry.disabled} asChild>
            <UiLink href={entry.href}>
              {entry.icon && <Icon of={entry.icon} />}
              <span className={styles.label}>{entry.label}</span>
            </UiLink>
          </DropdownMenu.Item>
        )
      case 'toggle':
        return <ToggleRow key={key} entry={entry} />
      case 'choice':
        return <ChoiceRows key={key} entry={entry} />
      case 'submenu':
        return <SubmenuRow key={key} entry={entry} />
      case 'heading':
        return (
          <DropdownMenu.Label key={key} className={styles.heading}>
            {entry.label}
          </DropdownMenu.Label>
        )
      case 'separator':
        return <DropdownMenu.Separator key={key} className={styles.separator} />
    }
  })
}

function ActionRow({ entry }: { readonly entry: MenuAction }) {
  const after = use(AfterMenu)
  return (
    <DropdownMenu.Item
      className={classNames(styles.row, entry.tone === 'danger' && styles.danger)}
      disabled={entry.disabled}
      onSelect={entry.movesFocus === true ? () => after(entry.onSelect) : entry.onSelect}
    >
      {entry.icon && <Icon of={entry.icon} />}
      <span className={styles.label}>{entry.label}</span>
      {entry.keys !== undefined && (
        <span aria-hidden>
          <CommandKey named={entry.keys} />
        </span>
      )}
    </DropdownMenu.Item>
  )
}

function ToggleRow({ entry }: { readonly entry: MenuToggle }) {
  return (
    <DropdownMenu.CheckboxItem
      className={styles.row}
      disabled={entry.disabled}
      checked={entry.checked}
      onCheckedChange={entry.onCheckedChange}
    >
      <span className={styles.tick}>
        <DropdownMenu.ItemIndicator>
          <Icon of={Check} />
        </DropdownMenu.ItemIndicator>
      </span>
      <span className={styles.label}>{entry.label}</span>
    </DropdownMenu.CheckboxItem>
  )
}

function ChoiceRows({ entry }: { readonly entry: MenuChoice }) {
  return (
    <DropdownMenu.RadioGroup value={entry.value} onValueChange={entry.onValueChange}>
      {entry.options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} value={option.value} className={styles.row}>
          <span className={styles.tick}>
            <DropdownMenu.ItemIndicator>
              <Icon of={Check} />
            </DropdownMenu.ItemIndicator>
          </span>
          <span className={styles.label}>{option.label}</span>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

/** A phone has no space for a submenu beside the menu: there its rows unfold below. */
function SubmenuRow({ entry }: { readonly entry: MenuSubmenu }) {
  const phone = useMedia(phoneQuery)
  const [open, setOpen] = useState(false)
  if (phone) {
    return (
      <>
        <DropdownMenu.Item
          className={styles.row}
          disabled={entry.disabled}
          aria-expanded={open}
          onSelect={(event) => {
            event.preventDefault()
            setOpen(!open)
          }}
        >
          {entry.icon && <Icon of={entry.icon} />}
          <span className={styles.label}>{entry.label}</span>
          <Icon of={open ? ChevronUp : ChevronDown} size={14} />
        </DropdownMenu.Item>
        {open && (
          <DropdownMenu.Group className={styles.unfolded} aria-label={entry.label}>
            <MenuRows entries={entry.entries} />
          </DropdownMenu.Group>
        )}
      </>
    )
  }
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={styles.row} disabled={entry.disabled}>
        {entry.icon && <Icon of={entry.icon} />}
        <span className={styles.label}>{entry.label}</span>
        <Icon of={ChevronRight} size={14} />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className={styles.menu} sideOffset={4} collisionPadding={8}>
          <MenuRows entries={entry.entries} />
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { Share } from '../shares.contract.ts'
import styles from './ShareDialog.module.css'
import { projectSharesQuery, sharesKey } from './share-lists.ts'
import { createLink, personLinks } from './share-target.ts'
import { shareStrings as strings } from './shares.strings.ts'
import { copyShare } from './use-share-actions.ts'

/** A link for each person, with the same rights and password, so that each can be counted and turned off alone. */
export function PersonLinks({ link }: { readonly link: Share }) {
  const { projectId, what, may, startsAt, expiresAt, mostOpens = null, message } = link
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const { data = [] } = useQuery(projectSharesQuery(projectId))
  const links = personLinks(data, what)
  const add = useMutation({
    mutationFn: (person: string) =>
      createLink(projectId, {
        what,
        may,
        startsAt,
        expiresAt,
        mostOpens,
        message,
        persons: [person],
        passwordOf: link.id,
      }),
    onSuccess: () => setName(''),
    onSettled: () => queries.invalidateQueries({ queryKey: sharesKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !add.isPending) add.mutate(name.trim())
  }
  return (
    <>
      {links.length > 0 && (
        <ul className={styles.personList}>
          {links.map(({ id, person, opened, url }) => (
            <li key={id} className={styles.person}>
              <span className={styles.personName}>{person}</span>
              <span className={styles.facts}>{text(strings.openedTimes, { count: opened })}</span>
              {url !== null && (
                <IconButton
                  size="small"
                  icon={Copy}
                  label={text(strings.copyFor, { name: person ?? '' })}
                  onClick={() => void copyShare(url)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <form className={styles.passwordLine} onSubmit={submit}>
        <TextField
          label={strings.addName}
          labelHidden
          placeholder={strings.addName}
          value={name}
          maxLength={200}
          help={strings.oneEachHelp}
          error={add.error ? text(strings.createFailed, { reason: reasonOf(add.error) }) : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" busy={add.isPending} disabled={name.trim() === ''}>
          {strings.add}
        </Button>
      </form>
    </>
  )
}

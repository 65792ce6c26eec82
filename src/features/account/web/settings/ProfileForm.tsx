import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Me } from '#features/account/account.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { PictureField } from '#web/ui/form/PictureField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { meQuery } from '../account.client.ts'
import { accountStrings } from '../account.strings.ts'
import { authWords, inputOf } from '../sign-in/auth-words.ts'
import { authStrings } from '../sign-in/auth.strings.ts'
import { usernameProblem } from '../sign-in/username-rules.ts'
import { useAuthCall } from '../use-auth-call.ts'
import styles from './Account.module.css'
import { profileStrings } from './profile.strings.ts'

const strings = {
  choose: profileStrings.choosePicture,
  remove: profileStrings.removePicture,
  help: profileStrings.pictureHelp,
  unreadable: profileStrings.pictureUnreadable,
}

/** Takes effect at once and can be undone. */
function ProfilePicture({ me: { name, image } }: { readonly me: Me }) {
  const queries = useQueryClient()
  const update = useAuthCall('/update-user')
  const show = (picture: string | null) =>
    queries.setQueryData(meQuery.queryKey, (before) => before && { ...before, image: picture })
  const change = (picture: string | null, before: string | null, undone = false) => {
    show(picture)
    update.mutate(
      { image: picture },
      {
        onSuccess: () =>
          toast({
            text: picture === null ? profileStrings.pictureRemoved : profileStrings.pictureChanged,
            ...(!undone && { undo: () => change(before, picture, true) }),
          }),
        onError: (error) => {
          show(before)
          toast({ tone: 'error', text: text(profileStrings.pictureFailed, { reason: reasonOf(error) }) })
        },
      },
    )
  }
  return (
    <PictureField
      label={profileStrings.picture}
      has={image !== null}
      busy={update.isPending}
      strings={strings}
      onPicture={(picture) => change(picture, image)}
      preview={<Avatar person={{ name, imageUrl: image, colour: 1 }} size="large" decorative />}
    />
  )
}

interface ProfileFormProps {
  readonly me: Me
  readonly usernames: boolean
}

export function ProfileForm({ me, usernames }: ProfileFormProps) {
  const update = useAuthCall('/update-user')
  const [typedName, setName] = useState<string | null>(null)
  const [typedUsername, setUsername] = useState<string | null>(null)
  const name = typedName ?? me.name
  const username = typedUsername ?? me.username ?? ''
  const renamed = username.trim() !== '' && username !== (me.username ?? '')
  const changed = name !== me.name || renamed
  const problem = renamed ? usernameProblem(username.trim()) : null
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (problem === null)
      update.mutate(
        { name: name.trim(), ...(renamed && { username: username.trim() }) },
        {
          onSuccess: () => {
            setName(null)
            setUsername(null)
          },
        },
      )
  }
  const atUsername = inputOf(update.error) === 'username'
  const message = update.error && authWords(update.error)
  return (
    <form className={styles.section} onSubmit={send}>
      <h2>{accountStrings.profile}</h2>
      <p className={styles.dim}>{accountStrings.profileWords}</p>
      <ProfilePicture me={me} />
      <TextField
        label={accountStrings.name}
        value={name}
        required
        maxLength={200}
        autoComplete="name"
        error={atUsername ? null : message}
        onChange={({ target }) => {
          setName(target.value)
          update.reset()
        }}
      />
      {usernames && (
        <TextField
          label={accountStrings.username}
          value={username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          help={authStrings.usernameRule}
          error={(atUsername ? message : null) ?? problem}
          onChange={({ target }) => {
            setUsername(target.value)
            update.reset()
          }}
        />
      )}
      <div className={styles.actions}>
        <Button
          type="submit"
          tone="primary"
          busy={update.isPending}
          disabled={!changed || problem !== null || name.trim() === ''}
        >
          {accountStrings.save}
        </Button>
        <output className={styles.said}>{update.isSuccess && !changed && accountStrings.saved}</output>
      </div>
    </form>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '#features/account/account.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { PictureField } from '#web/ui/form/PictureField.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { meQuery } from '../account.client.ts'
import { profileStrings } from './profile.strings.ts'
import { useAuthCall } from '../use-auth-call.ts'

const strings = {
  choose: profileStrings.choosePicture,
  remove: profileStrings.removePicture,
  help: profileStrings.pictureHelp,
  unreadable: profileStrings.pictureUnreadable,
}

/** Takes effect at once and can be undone. */
export function ProfilePicture({ me: { name, image } }: { readonly me: Me }) {
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
      words={strings}
      onPicture={(picture) => change(picture, image)}
      preview={<Avatar person={{ name, imageUrl: image, colour: 1 }} size="large" decorative />}
    />
  )
}

import { ChevronDown, Download, Mail, Repeat, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { TextLink } from '../TextLink.tsx'
import { Checkbox } from '../form/Checkbox.tsx'
import { CopyField } from '../form/CopyField.tsx'
import { DropArea } from '../form/DropArea.tsx'
import { PasswordField } from '../form/PasswordField.tsx'
import { SearchField } from '../form/SearchField.tsx'
import { SegmentedControl } from '../form/SegmentedControl.tsx'
import { Select } from '../form/Select.tsx'
import { Switch } from '../form/Switch.tsx'
import { TextArea } from '../form/TextArea.tsx'
import { TextField } from '../form/TextField.tsx'
import { Kbd } from '../keys/Kbd.tsx'
import { Divider } from '../mark/Divider.tsx'
import { Progress } from '../mark/Progress.tsx'
import { ContextMenu } from '../menu/ContextMenu.tsx'
import { Menu } from '../menu/Menu.tsx'
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx'
import { Dialog } from '../overlay/Dialog.tsx'
import { toast } from '../overlay/toast-store.ts'
import styles from './Gallery.module.css'
import { versionMenu } from './gallery-sample.ts'

export function ButtonsSection() {
  const [loop, setLoop] = useState(true)
  const [layout, setLayout] = useState<'list' | 'board'>('list')
  return (
    <>
      <div className={styles.wrap}>
        <Button tone="primary">Approve v6</Button>
        <Button tone="primary" busy>
          Uploading
        </Button>
        <Button disabled>Off</Button>
      </div>
      <div className={styles.wrap}>
        <Button>Compare</Button>
        <Button icon={Download}>Download</Button>
        <Button tone="quiet">Reply</Button>
        <Button tone="danger">Delete v2</Button>
      </div>
      <div className={styles.wrap}>
        <Button size="small">Small</Button>
        <Button size="large">Large</Button>
        <ButtonLink href="#projects" tone="quiet">
          A link
        </ButtonLink>
        <IconButton icon={Repeat} label="Repeat" keys="R" pressed={loop} onClick={() => setLoop(!loop)} />
        <IconButton icon={Trash2} label="Delete" size="small" />
        <SegmentedControl
          label="Layout"
          value={layout}
          onValueChange={setLayout}
          segments={[
            { value: 'list', label: 'List' },
            { value: 'board', label: 'Board' },
          ]}
        />
        <Kbd>⌘K</Kbd>
      </div>
    </>
  )
}

export function FieldsSection() {
  const [role, setRole] = useState<'editor' | 'listener'>('editor')
  const [search, setSearch] = useState('')
  const [match, setMatch] = useState(true)
  return (
    <>
      <TextField label="Version label" placeholder="Mix 7" />
      <TextField label="Username" defaultValue="in" error="At least 3 characters." />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        defaultValue="chinagraph"
        help="8 to 128 characters."
      />
      <Select
        label="Role"
        value={role}
        onValueChange={setRole}
        options={[
          { value: 'editor', label: 'Editor' },
          { value: 'listener', label: 'Listener' },
        ]}
      />
      <TextArea label="What changed" placeholder="Vocal up 1 dB" />
      <SearchField label="Find a track" value={search} onValueChange={setSearch} />
      <CopyField label="Invitation" value="https://mix.harbourrow.studio/?invId=7qk2" />
      <TextField label="Off" disabled defaultValue="Kite" />
      <div className={`${styles.wrap} ${styles.airy}`}>
        <Checkbox defaultChecked>Can download</Checkbox>
        <Checkbox disabled>Off</Checkbox>
        <Switch checked={match} onCheckedChange={setMatch}>
          Match
        </Switch>
      </div>
    </>
  )
}

export function SignInSection() {
  return (
    <div className={styles.form}>
      <TextField label="E-mail or username" size="large" defaultValue="mara@lindqvist.audio" />
      <PasswordField
        label="Password"
        size="large"
        autoComplete="current-password"
        defaultValue="chinagraph"
        labelAside={<TextLink href="#forgot">Forgot it?</TextLink>}
        error="Wrong e-mail or password. Try again or reset it."
      />
      <Button tone="plain" size="large" icon={Mail} wide>
        E-mail me a sign-in link
      </Button>
      <Divider label="or with" />
      <p>
        New here? <TextLink href="#account">Create an account</TextLink>
      </p>
    </div>
  )
}

export function MenuSection() {
  const [order, setOrder] = useState('album')
  const [waves, setWaves] = useState(true)
  const [renaming, setRenaming] = useState(false)
  return (
    <>
      <div className={styles.wrap}>
        <Menu entries={versionMenu}>
          <Button>Version</Button>
        </Menu>
        <Menu
          entries={[
            { kind: 'heading', label: 'Order' },
            {
              kind: 'choice',
              value: order,
              onValueChange: setOrder,
              options: [
                { value: 'album', label: 'Album order' },
                { value: 'newest', label: 'Newest first' },
              ],
            },
            { kind: 'separator' },
            { kind: 'toggle', label: 'Waveforms', checked: waves, onCheckedChange: setWaves },
          ]}
        >
          <Button tone="quiet">View</Button>
        </Menu>
      </div>
      <ContextMenu entries={[...versionMenu, { kind: 'action', label: 'Rename…', onSelect: () => setRenaming(true) }]}>
        <button type="button" className={styles.target}>
          Glasshouse v6: right click, long press, Shift+F10
        </button>
      </ContextMenu>
      <RenameDialog open={renaming} onOpenChange={setRenaming} />
    </>
  )
}

export function ToastSection() {
  return (
    <>
      <div className={styles.wrap}>
        <Button onClick={() => toast({ text: 'v5 deleted', undo: () => toast({ text: 'v5 is back' }) })}>
          Delete v5
        </Button>
        <Button
          tone="quiet"
          onClick={() =>
            toast({
              text: 'Connection lost at 21 MB. Nothing is lost.',
              tone: 'error',
              action: { label: 'Resume', onSelect: () => toast({ text: 'Upload goes on' }) },
            })
          }
        >
          Lose connection
        </Button>
      </div>
      <Progress share={0.62} label="Harbour Lights" />
      <Progress share={0.38} state="stopped" label="Kite" />
      <Progress share={1} state="done" label="Interlude" />
      <Progress share={null} label="Salt" />
    </>
  )
}

export function DialogSection() {
  const [open, setOpen] = useState<'none' | 'confirm' | 'sheet' | 'rename'>('none')
  const close = (isOpen: boolean) => {
    if (!isOpen) setOpen('none')
  }
  return (
    <div className={styles.wrap}>
      <Button onClick={() => setOpen('confirm')}>Delete v2…</Button>
      <Button onClick={() => setOpen('rename')}>Rename…</Button>
      <Button onClick={() => setOpen('sheet')}>Upload…</Button>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Delete v2 of Kite?"
        description="Its 3 notes stay on the track. You can restore v2 for 30 days."
        confirmLabel="Delete v2"
        cancelLabel="Keep it"
        onConfirm={() => setOpen('none')}
      />
      <RenameDialog open={open === 'rename'} onOpenChange={close} />
      <Dialog
        open={open === 'sheet'}
        onOpenChange={close}
        size="sheet"
        title="Upload to Low Tide"
        aside="4 files, 201 MB"
        footer={
          <>
            <Button tone="quiet" onClick={() => setOpen('none')}>
              Cancel
            </Button>
            <Button tone="primary" onClick={() => setOpen('none')}>
              Upload 3 files
            </Button>
          </>
        }
      >
        <DropArea words="Drop more files here, or" onFiles={(files) => toast({ text: `${files.length} files` })} />
        <div className={styles.wrap}>
          <Menu entries={versionMenu}>
            <Button size="small" iconAfter={ChevronDown}>
              v7 of Glasshouse
            </Button>
          </Menu>
        </div>
      </Dialog>
    </div>
  )
}

function RenameDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}) {
  const close = () => onOpenChange(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename Kite"
      description="Everyone in Low Tide sees the new name."
      footer={
        <>
          <Button tone="quiet" onClick={close}>
            Cancel
          </Button>
          <Button tone="primary" onClick={close}>
            Rename
          </Button>
        </>
      }
    >
      <TextField label="Title" defaultValue="Kite" />
    </Dialog>
  )
}

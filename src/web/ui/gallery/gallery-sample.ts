import {
  Download,
  FolderOpen,
  Inbox,
  Layers,
  Link,
  ListChecks,
  LogOut,
  MessageSquarePlus,
  Play,
  Search,
  Settings,
  Trash2,
} from 'lucide-react'
import type { RailContent } from '../frame/rail-content.ts'
import type { AvatarPerson } from '../mark/Avatar.tsx'
import type { TrackStatusValue } from '../mark/TrackStatus.tsx'
import { authorColour } from '../mark/author-colour.ts'
import type { MenuEntry } from '../menu/menu-entries.ts'
import { toast } from '../overlay/toast-store.ts'

const names = [
  'Ines Duarte',
  'Mara Lindqvist',
  'Jo Okafor',
  'Priya Kaur',
  'Kaspar Rohde',
  'Tove Sund',
  'Nia Watkins',
  'Ana Reis',
]

export const people: readonly AvatarPerson[] = names.map((name, joined) => ({ name, colour: authorColour(joined) }))

export const ines: AvatarPerson = { name: 'Ines Duarte', colour: 1 }

export const versionMenu: readonly MenuEntry[] = [
  {
    kind: 'action',
    label: 'Play from here',
    icon: Play,
    keys: 'Space',
    onSelect: () => toast({ text: 'Playing from 1:12.480', tone: 'plain' }),
  },
  {
    kind: 'action',
    label: 'Note here',
    icon: MessageSquarePlus,
    keys: 'C',
    onSelect: () => toast({ text: 'Note at 1:12.480' }),
  },
  {
    kind: 'submenu',
    label: 'Compare with',
    icon: Layers,
    entries: [{ kind: 'action', label: 'v5', onSelect: () => toast({ text: 'Comparing with v5' }) }],
  },
  { kind: 'separator' },
  {
    kind: 'action',
    label: 'Download original',
    icon: Download,
    disabled: true,
    onSelect: () => toast({ text: 'Downloading' }),
  },
  {
    kind: 'action',
    label: 'Delete v6',
    icon: Trash2,
    tone: 'danger',
    onSelect: () => toast({ text: 'v6 deleted', undo: () => toast({ text: 'v6 is back' }) }),
  },
]

export const railSample: RailContent = {
  head: {
    name: 'Harbour Row Studio',
    menu: [
      { kind: 'link', label: 'Harbour Row Studio', href: '#studio' },
      { kind: 'link', label: 'Personal', href: '#personal' },
    ],
  },
  items: [
    {
      id: 'search',
      label: 'Search',
      icon: Search,
      keys: '⌘K',
      onSelect: () => toast({ text: 'Search opened', tone: 'plain' }),
    },
    { id: 'projects', label: 'Projects', icon: FolderOpen, href: '#projects' },
    { id: 'tasks', label: 'My tasks', icon: ListChecks, href: '#tasks', count: 7, countWords: '7 tasks' },
    { id: 'inbox', label: 'Inbox', icon: Inbox, href: '#inbox', count: 3, countWords: '3 unread', dot: true },
    { id: 'shares', label: 'Shares', icon: Link, href: '#shares' },
    { id: 'settings', label: 'Settings', icon: Settings, href: '#settings' },
  ],
  projectsLabel: 'Projects',
  projects: [
    { id: 'low-tide', title: 'Low Tide', href: '#low-tide', current: true, count: 17, countWords: '17 open notes' },
    { id: 'night-bus', title: 'Night Bus EP', href: '#night-bus', count: 4, countWords: '4 open notes' },
    { id: 'singles', title: 'Arden Wells — Singles 2026', href: '#singles' },
    { id: 'kiln', title: 'Kiln: score, reel 2', href: '#kiln', count: 1, countWords: '1 open note' },
    { id: 'podcast', title: 'Podcast theme', href: '#podcast' },
  ],
  storage: { usedBytes: 41.2e9, quotaBytes: 200e9, href: '#storage' },
  account: {
    person: ines,
    detail: 'ines@harbourrow.studio',
    menu: [
      { kind: 'link', label: 'Account settings', icon: Settings, href: '#account' },
      { kind: 'separator' },
      { kind: 'action', label: 'Sign out', icon: LogOut, onSelect: () => toast({ text: 'Signed out' }) },
    ],
  },
}

export interface SampleTrack {
  readonly title: string
  readonly below: string
  readonly version: number
  readonly status: TrackStatusValue
  readonly lufs: number
  readonly peak: number
  readonly seconds: number
  readonly notes: number
  readonly daysAgo: number
}

export const tracks: readonly SampleTrack[] = [
  {
    title: 'Salt',
    below: 'Label approved v4',
    version: 4,
    status: 'approved',
    lufs: -11.6,
    peak: -1,
    seconds: 178.004,
    notes: 0,
    daysAgo: 1,
  },
  {
    title: 'Glasshouse',
    below: 'Vocal up 1 dB, sub tightened',
    version: 6,
    status: 'in-review',
    lufs: -11.8,
    peak: -1,
    seconds: 227.12,
    notes: 8,
    daysAgo: 0,
  },
  {
    title: 'The Long Way Round to Where We Started (feat. Arden Wells)',
    below: 'First mix with strings',
    version: 2,
    status: 'changes-requested',
    lufs: -10.2,
    peak: 0.3,
    seconds: 312.87,
    notes: 5,
    daysAgo: 3,
  },
  {
    title: 'Undertow',
    below: 'Master, −12 LUFS',
    version: 9,
    status: 'final',
    lufs: -12.1,
    peak: -1.2,
    seconds: 245.55,
    notes: 0,
    daysAgo: 8,
  },
  {
    title: 'Harbour Lights',
    below: 'Bass re-amped',
    version: 5,
    status: 'draft',
    lufs: -12.6,
    peak: -1,
    seconds: 271.9,
    notes: 1,
    daysAgo: 13,
  },
]

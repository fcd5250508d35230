import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MIN_USER_SEARCH_LENGTH, USER_SEARCH_TOO_SHORT } from '#bff/contract/people/user-search.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useDebounced } from '#web/lib/browser/use-debounced.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { Combobox } from '#web/ui/form/controls/combobox.tsx';
import { Avatar } from '#web/ui/text/avatar.tsx';
import { foundUsers } from './found-users.ts';

const DEBOUNCE_MILLISECONDS = 300;

export type PickedUser = { id: string; name: string; email: string };

type UserPickerProps = {
  value: PickedUser | null;
  onChange: (user: PickedUser | null) => void;
  placeholder?: string;
  required?: boolean;
};

/** One customer, found by typing name or e-mail. Put it in a Field. */
export function UserPicker({ value, onChange, placeholder = 'Search users...', required = false }: UserPickerProps) {
  const [text, setText] = useState('');
  const term = useDebounced(text.trim(), DEBOUNCE_MILLISECONDS);
  const isSearchable = term.length >= MIN_USER_SEARCH_LENGTH;
  const { data, error, isFetching } = useQuery({
    ...apiQuery('GET /admin/users/search', { query: { term } }),
    select: foundUsers,
    enabled: isSearchable,
    placeholderData: keepPreviousData,
  });
  useToastOnError(error, 'Failed to search users');
  const found = isSearchable && text.trim().length >= MIN_USER_SEARCH_LENGTH ? (data ?? []) : [];
  const waiting = isFetching || text.trim() !== term;
  return (
    <Combobox
      value={value && { id: value.id, label: value.name, hint: value.email }}
      onChange={(item) => onChange(item && { id: item.id, name: item.label, email: item.hint ?? '' })}
      items={found.map(({ id, name, email }) => ({
        id,
        label: name,
        hint: email,
        icon: <Avatar name={name} size="sm" />,
      }))}
      onQuery={setText}
      placeholder={placeholder}
      required={required}
      busy={waiting}
      emptyMessage={text.trim().length < MIN_USER_SEARCH_LENGTH ? USER_SEARCH_TOO_SHORT : 'No user matches this search'}
    />
  );
}

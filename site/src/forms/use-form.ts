import { ApiError } from 'earshot';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSite } from '../site-context.tsx';
import { changedFields } from './changed-fields.ts';
import { readDraft, VERSION, writeDraft } from './drafts.ts';
import { type FormErrors, NO_ERRORS, readFieldErrors } from './field-errors.ts';

interface FormOptions<Values extends object> {
  /** Values of the fields, by name. */
  initial: Values;
  /** Sends the values. Its error appears at the fields. Resolves with what was stored, if that differs. */
  save(values: Values): Promise<Values> | Promise<void>;
  /** Keeps typed text under this name until it is saved. Not for passwords. */
  draft?: string;
  /** Milliseconds after the last change until the draft is written: a large one takes long. */
  draftDelay?: number;
  /** The stored version of the values, if it has a name. `save` sets the new one. */
  version?: { readonly current: string | null };
  /** Errors of a form that the server has shown again. */
  errors?: FormErrors;
}

export interface FormState<Values extends object> {
  readonly values: Values;
  readonly errors: FormErrors;
  readonly isSaving: boolean;
  /** True if there are unsaved changes. */
  readonly isChanged: boolean;
  /** The time of the last save in this page, in the form of ISO 8601. Null before it. */
  readonly savedAt: string | null;
  /** True if the values come from a stored draft. */
  readonly isDraft: boolean;
  /** True if something else was saved after that draft was begun. */
  readonly isOutdated: boolean;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** Restores the saved values. */
  reset(): void;
  /** Resolves with true if the values were saved. */
  submit(): Promise<boolean>;
}

/**
 * The state of one form: values, errors at their fields, unsaved changes. While there are any, the browser and the
 * site ask before the page is left.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): FormState<Values> {
  const { initial, save, draft, draftDelay, version, errors: shown = NO_ERRORS } = options;
  const { texts, client } = useSite();
  const [saved, setSaved] = useState(initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState(shown);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isDraft, setDraft] = useState(false);
  const [isOutdated, setOutdated] = useState(false);
  const isBusy = useRef(false); // a second press of Enter may come before the next render
  const isChanged = Object.keys(changedFields(saved, values)).length > 0;
  const typed = useRef(values); // may be newer than the values of this render
  const begun = useRef(version?.current); // the version that the values come from
  const refusedUser = useRef<number | null>(null);
  const asksToStay = useQuestion(isChanged);

  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keepDraft = useRef((_values: Values | null, _delay?: number) => {});
  keepDraft.current = (kept, delay) => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
    if (!draft) return;
    if (delay) waiting.current = setTimeout(() => keepDraft.current(typed.current), delay);
    else keepChanges(draft, { saved, kept, version: begun.current });
  };
  const userId = () => client?.session.user?.user_id ?? 0;
  const flush = useRef(() => {});
  flush.current = () => {
    const user = refusedUser.current;
    const isRefused = user !== null && user === userId(); // after a logout nothing is kept
    if (waiting.current || isRefused) keepDraft.current(typed.current);
  };
  useEffect(() => {
    const onHide = () => flush.current();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      onHide();
    };
  }, []);

  // After the first render, which must equal that of the server.
  useEffect(() => {
    const stored = draft && readDraft(draft);
    if (!stored) return;
    const { [VERSION]: from, ...kept } = stored;
    if (typeof from === 'string') {
      const present = version ? version.current : versionOf(typed.current, kept);
      const isNewer = present !== null && present !== from;
      if (version || isNewer) begun.current = from;
      setOutdated(isNewer);
    }
    typed.current = { ...typed.current, ...kept };
    setValues(typed.current);
    setDraft(true);
  }, [draft, version]);

  /** The values come from the stored version now. */
  const begin = () => {
    begun.current = version?.current;
    refusedUser.current = null;
    setDraft(false);
    setOutdated(false);
  };

  return {
    values,
    errors,
    isSaving,
    isChanged,
    savedAt,
    isDraft,
    isOutdated,
    set(name, value) {
      const next = { ...typed.current, [name]: value };
      typed.current = next;
      setValues(next);
      keepDraft.current(next, draftDelay);
    },
    reset() {
      typed.current = saved;
      setValues(saved);
      setErrors(NO_ERRORS);
      begin();
      keepDraft.current(null);
    },
    async submit() {
      if (isBusy.current) return false;
      isBusy.current = true;
      const user = draft ? userId() : null;
      setSaving(true);
      setErrors(NO_ERRORS);
      try {
        const sent = typed.current;
        const stored = (await save(sent)) ?? sent;
        setSaved(stored);
        setSavedAt(new Date().toISOString());
        asksToStay.current = typed.current !== sent;
        typed.current = { ...stored, ...changedFields(sent, typed.current) };
        setValues(typed.current);
        begin();
        keepDraft.current(asksToStay.current ? typed.current : null);
        return true;
      } catch (error) {
        if (user !== null && user === userId()) {
          refusedUser.current = user;
          keepDraft.current(typed.current); // another tab that saves its own deletes it
        }
        const messages = error instanceof ApiError ? error.messages : [texts.site.failed_text];
        setErrors(readFieldErrors(messages, Object.keys(values)));
        if (!(error instanceof ApiError)) throw error;
        return false;
      } finally {
        isBusy.current = false;
        setSaving(false);
      }
    },
  };
}

interface Changes<Values> {
  saved: Values;
  kept: Values | null;
  version: string | null | undefined;
}

/** Keeps the changed fields, because the others may be saved elsewhere until the draft is read. */
function keepChanges<Values extends object>(
  draft: string,
  { saved, kept, version }: Changes<Values>,
): void {
  const changed = changedFields(saved, kept ?? saved);
  writeDraft(draft, changed, version ?? versionOf(saved, changed));
}

/** The version of a form that has no other: the saved values of the fields in its draft. */
const versionOf = (saved: object, draft: object): string =>
  JSON.stringify(Object.keys(draft).map((name) => Reflect.get(saved, name)));

/** While there are changes, the browser and the site ask before the page is left, unless the result is set to false. */
function useQuestion(isChanged: boolean): RefObject<boolean> {
  const asksToStay = useRef(false); // a saved page may be left before the next render
  useEffect(() => {
    asksToStay.current = isChanged;
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (asksToStay.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
  return asksToStay;
}

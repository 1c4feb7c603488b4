import { SubmitButton } from '../forms/fields.tsx';
import { useFormContext } from '../forms/form.tsx';
import { useTexts } from '../site-context.tsx';
import { LocalTime } from './local-time.tsx';

/** Saves a long form, and tells whether it is saved. It stays in view. */
export function SaveBar() {
  const { isChanged, savedAt } = useFormContext();
  const t = useTexts('studio');
  return (
    <p className="site-form-end studio-save">
      <SubmitButton>{t('save')}</SubmitButton>
      <span className="es-hint" role="status">
        {isChanged
          ? t('not_saved')
          : savedAt && (
              <>
                {t('saved')} <LocalTime date={savedAt} hourOnly />
              </>
            )}
      </span>
    </p>
  );
}

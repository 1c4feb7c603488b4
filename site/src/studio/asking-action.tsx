import { AskFirst, type AskFirstProps } from '../parts/ask-first.tsx';
import { ActionForm, type ActionFormProps } from './action-form.tsx';

interface AskingActionProps
  extends Omit<AskFirstProps, 'form'>,
    Pick<ActionFormProps, 'fields' | 'onAnswer'> {
  done: string;
}

/** An action with one button that asks first. */
export function AskingAction({ fields, done, onAnswer, ...question }: AskingActionProps) {
  return (
    <AskFirst
      {...question}
      form={(buttons) => (
        <ActionForm fields={fields} done={done} {...(onAnswer && { onAnswer })}>
          {buttons}
        </ActionForm>
      )}
    />
  );
}

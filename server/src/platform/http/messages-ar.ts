// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.

/** Arabic for what the API says. The keys are its English words; `{n}` and the like stand for values. */
export const ar: Readonly<Record<string, string>> = {
  'The request is not valid.': 'الطلب غير صالح.',
  'names a purchase that is not there; begin with the first page':
    'يسمّي عملية شراء غير موجودة؛ ابدأ من الصفحة الأولى',
  'You have this plan already.': 'لديك هذه الخطة بالفعل.',
  'You have a plan. Change it instead.': 'لديك خطة. غيّرها بدلًا من ذلك.',
  'You have no plan to change. Subscribe to this one.': 'ليست لديك خطة لتغييرها. اشترك في هذه.',
  'Your plan is to end. Keep it first, then change it.':
    'خطتك على وشك الانتهاء. احتفظ بها أولًا ثم غيّرها.',
  'This plan is not for sale any more.': 'لم تعد هذه الخطة معروضة للبيع.',
  'Please pay what is open first.': 'سدّد المبلغ المستحق أولًا.',
  'A plan that costs nothing begins once yours has ended. Cancel yours first.':
    'تبدأ الخطة المجانية بعد انتهاء خطتك. ألغِ خطتك أولًا.',
  'This plan is sold in another currency. Cancel yours first.':
    'تُباع هذه الخطة بعملة أخرى. ألغِ خطتك أولًا.',
  'You have no plan that a card could pay for.': 'ليست لديك خطة يمكن لبطاقة أن تدفع ثمنها.',
  'The card has not been confirmed.': 'لم تُؤكَّد البطاقة.',
  'this host knows no tax numbers of this country. Leave it out':
    'لا يعرف هذا الموقع أرقامًا ضريبية لهذا البلد. اتركه فارغًا',
  'is not a tax number of this country': 'ليس رقمًا ضريبيًا لهذا البلد',
  'The payment has not been completed.': 'لم تكتمل عملية الدفع.',
  'Please log in first.': 'سجّل الدخول أولًا.',
  'You may not do this.': 'لا يُسمح لك بذلك.',
  'There is nothing at this address.': 'لا شيء على هذا العنوان.',
  'The request took too long to arrive.': 'استغرق وصول الطلب وقتًا طويلًا.',
  'This does not fit what is there now.': 'لا يتوافق هذا مع الموجود الآن.',
  'The file has changed since the given version.': 'تغيّر الملف منذ النسخة المذكورة.',
  'The request is too large.': 'الطلب كبير جدًا.',
  'The address is too long.': 'العنوان طويل جدًا.',
  'This type of content is not supported.': 'هذا النوع من المحتوى غير مدعوم.',
  'Another request is working on this. Please try again.': 'يعمل طلب آخر على هذا. حاول مرة أخرى.',
  'Too many requests. Please wait and try again.': 'طلبات كثيرة جدًا. انتظر ثم حاول مرة أخرى.',
  'The bytes do not fit their checksum. Send them again.':
    'لا تطابق البيانات مجموعها الاختباري. أرسلها مرة أخرى.',
  'Something went wrong on our side. Please try again later.': 'حدث خطأ لدينا. حاول لاحقًا.',
  'The radio directory takes only what everybody may hear: publish it first.':
    'لا يقبل دليل الراديو إلا ما يستطيع الجميع سماعه: انشره أولًا.',
  'This host has not set up that service.': 'لم يُفعّل هذا الموقع تلك الخدمة.',
  'The server has no room left to store this. Nothing was saved.':
    'لا مساحة متبقية على الخادم. لم يُحفظ شيء.',
  'The service is not available right now.': 'الخدمة غير متاحة الآن.',
  'This episode is not available, please try again in a few minutes.':
    'هذه الحلقة غير متاحة، حاول مرة أخرى بعد بضع دقائق.',
  'There is no such episode.': 'لا توجد هذه الحلقة.',
  'This user is not available.': 'هذا المستخدم غير متاح.',
  'This show is not available.': 'هذا البرنامج غير متاح.',
  'This show was deleted.': 'حُذف هذا البرنامج.',

  'No access token, please try to connect first': 'لا يوجد رمز دخول، حاول الاتصال أولاً',
  '{name} does not confirm this sign-in. Please try again.':
    'لا يؤكد {name} تسجيل الدخول هذا. حاول مرة أخرى.',
  '{name} does not answer. Please try again later.': 'لا يستجيب {name}. حاول لاحقًا.',
  'Login Failure - you may have denied some permission popups during the connection.':
    'تعذّر تسجيل الدخول: ربما رفضت بعض الأذونات أثناء الاتصال.',
  'Facebook did not grant: {names}': 'لم يمنح Facebook: {names}',
  'This profile cannot be matched to an account. Sign up with it first.':
    'تعذّرت مطابقة هذا الملف الشخصي مع أي حساب. سجّل به أولاً.',
  'Your plan does not allow this. Choose another.': 'خطتك لا تسمح بهذا. اختر خطة أخرى.',
  'This sign-in was used already, or is too old. Please try again.':
    'استُخدم تسجيل الدخول هذا من قبل، أو أنه قديم جدًا. حاول مرة أخرى.',
  'This sign-in was begun in another browser, or is too old. Please try again.':
    'بدأ تسجيل الدخول هذا في متصفح آخر، أو أنه قديم جدًا. حاول مرة أخرى.',
  'This profile signs in to another account.': 'هذا الملف يسجل الدخول إلى حساب آخر.',
  'Choose a password or confirm your e-mail address first.':
    'اختر كلمة مرور أو أكد عنوان بريدك أولًا.',
  'Nothing else lets you in. Choose a password or confirm your e-mail address first.':
    'لا توجد طريقة أخرى لدخولك. اختر كلمة مرور أو أكد عنوان بريدك أولًا.',
  'is required to connect another service': 'مطلوبة لربط خدمة أخرى',
  'This profile has an account already. Log in with it.':
    'لهذا الملف الشخصي حساب بالفعل. سجّل الدخول به.',
  'you can sign up only if you accept the Terms of Service':
    'لا يمكنك التسجيل إلا إذا قبلت شروط الخدمة',
  'The e-mail address or the password is wrong.': 'عنوان البريد أو كلمة المرور غير صحيحة.',
  'This access token is not valid any more. Please log in again.':
    'رمز الدخول لم يعد صالحًا. سجّل الدخول مرة أخرى.',
  'This host takes no new accounts.': 'لا يقبل هذا الموقع حسابات جديدة.',
  'This episode takes no messages.': 'لا تقبل هذه الحلقة تعليقات.',
  'This episode has no transcript.': 'ليس لهذه الحلقة نص مكتوب.',
  'This episode has no chapters.': 'ليس لهذه الحلقة فصول.',
  'This episode is private. Link to it instead of embedding it.':
    'هذه الحلقة خاصة. ضع رابطًا لها بدل تضمينها.',
  'This show has no such schedule.': 'ليس لهذا البرنامج هذا الموعد.',
  'You are the only administrator of this host. Create another one first.':
    'أنت المدير الوحيد لهذا الموقع. عيّن مديرًا آخر أولًا.',
  'is used by another account': 'يستخدمه حساب آخر',
  'is wrong': 'غير صحيح',
  'must have at least {n} characters': 'يجب ألا يقل عن {n} حرفًا',
  'must have at most {n} characters': 'يجب ألا يزيد على {n} حرفًا',
  'must have at most {n} bytes': 'يجب ألا يزيد على {n} بايت',
  'must be a day such as 1990-01-31': 'يجب أن يكون يومًا مثل 1990-01-31',
  'must lie between {year} and today': 'يجب أن يكون بين {year} واليوم',
  'is required, because this host takes new accounts by invitation only':
    'مطلوب، لأن هذا الموقع يقبل الحسابات الجديدة بالدعوة فقط',
  'is not valid; it may be used already, or too old': 'غير صالح؛ ربما استُخدم أو انتهت مدته',
  'does not work any more; it was used already, or is too old':
    'لم يعد يعمل؛ استُخدم من قبل أو انتهت مدته',
  'there is none yet; ask for a mail with a link to set it':
    'لا توجد بعد؛ اطلب رسالة فيها رابط لتعيينها',
  'does not work any more; the administrator exists, or the link is too old':
    'لم يعد يعمل؛ المدير موجود أو انتهت مدة الرابط',
  'is not valid any more; ask for another one': 'لم يعد صالحًا؛ اطلب غيره',
  'is not valid any more; ask the author of the show for another address':
    'لم يعد صالحًا؛ اطلب عنوانًا آخر من صاحب البرنامج',
  'you have {n} tokens; revoke one of them first': 'لديك {n} رمزًا؛ ألغِ واحدًا منها أولًا',
  'the show has {n} subscribers; revoke one of them first':
    'للبرنامج {n} مشتركًا؛ ألغِ واحدًا منهم أولًا',

  'must be an upload of yours that is ready': 'يجب أن يكون ملفًا رفعته وصار جاهزًا',
  'must not be longer than {n} minutes': 'يجب ألا يزيد طوله على {n} دقائق',
  'must be after starts_at': 'يجب أن يكون بعد starts_at',

  'is required': 'مطلوب',
  'is not valid': 'غير صالح',
  'is given twice': 'مذكور مرتين',
  'must not be empty': 'يجب ألا يكون فارغًا',
  'must be text': 'يجب أن يكون نصًا',
  'must be a whole number': 'يجب أن يكون عددًا صحيحًا',
  'must be a whole number in plain digits, such as 17':
    'يجب أن يكون عددًا صحيحًا بأرقام بسيطة مثل 17',
  'must be a number': 'يجب أن يكون عددًا',
  'must be true or false': 'يجب أن يكون true أو false',
  'must be a list': 'يجب أن يكون قائمة',
  'must be one of {values}': 'يجب أن يكون أحد هذه: {values}',
  'must be at least {n} characters': 'يجب ألا يقل عن {n} حرفًا',
  'must be at least 1 character': 'يجب أن يكون فيه حرف واحد على الأقل',
  'must be at most {n} characters': 'يجب ألا يزيد على {n} حرفًا',
  'must be at most 1 character': 'يجب ألا يزيد على حرف واحد',
  'must have at least {n} items': 'يجب ألا تقل العناصر عن {n}',
  'must have at least 1 item': 'يجب أن يكون فيه عنصر واحد على الأقل',
  'must have at most {n} items': 'يجب ألا تزيد العناصر على {n}',
  'must have at most 1 item': 'يجب ألا يزيد على عنصر واحد',
  'must have at least {n} fields': 'يجب ألا تقل الحقول عن {n}',
  'must have at least 1 field': 'يجب أن يكون فيه حقل واحد على الأقل',
  'must not have the same item twice': 'يجب ألا يتكرر العنصر نفسه',
  'must be at least {n}': 'يجب ألا يقل عن {n}',
  'must be at most {n}': 'يجب ألا يزيد على {n}',
  'must be more than {n}': 'يجب أن يكون أكثر من {n}',
  'must be less than {n}': 'يجب أن يكون أقل من {n}',
  'must be {value}': 'يجب أن يكون {value}',
  'does not have the right form': 'ليس بالشكل الصحيح',
  'must be an e-mail address such as ann@example.org': 'يجب أن يكون عنوان بريد مثل ann@example.org',
  'must be a complete address such as {example}': 'يجب أن يكون عنوانًا كاملًا مثل {example}',
  'must be an address that begins with https://': 'يجب أن يكون عنوانًا يبدأ بـ https://',
  'must be an address that begins with https://, without a user name':
    'يجب أن يكون عنوانًا يبدأ بـ https:// دون اسم مستخدم',
  'must be an e-mail address': 'يجب أن يكون عنوان بريد',
  'must be an object of OpenStreetMap such as R113314':
    'يجب أن يكون عنصرًا من OpenStreetMap مثل R113314',
  'must be coordinates such as geo:45.44,12.33': 'يجب أن تكون إحداثيات مثل geo:45.44,12.33',
  'must be two letters such as IT': 'يجب أن يكون حرفين مثل IT',
  'must be a date such as {example}': 'يجب أن يكون تاريخًا مثل {example}',
  'must be a moment such as {example}': 'يجب أن يكون وقتًا محددًا مثل {example}',
  'must be a time such as {example}': 'يجب أن يكون وقتًا مثل {example}',
  'must be a time such as {example} or a day such as {day}':
    'يجب أن يكون وقتًا مثل {example} أو يومًا مثل {day}',
  'must be a time in the future': 'يجب أن يكون وقتًا في المستقبل',
  'must be a time before the end': 'يجب أن يكون وقتًا قبل النهاية',
  'must be a time between 1900 and ten years from now':
    'يجب أن يكون وقتًا بين عام 1900 وعشر سنوات من الآن',
  'must be a language such as en or it-IT': 'يجب أن تكون لغة مثل en أو it-IT',
  'must be a name of the IANA time zone database such as Europe/Rome':
    'يجب أن يكون اسمًا من قاعدة المناطق الزمنية IANA مثل Europe/Rome',
  'has a null character, which cannot be stored': 'فيه حرف فارغ لا يمكن حفظه',

  'is taken': 'مستخدم من قبل',
  'is taken by another show': 'يستخدمه برنامج آخر',
  'is taken by another episode of this author': 'تستخدمه حلقة أخرى لهذا المؤلف',
  'must be small letters, digits and hyphens, such as {example}':
    'يجب أن يكون من حروف لاتينية صغيرة وأرقام وشُرَط مثل {example}',
  'must be 1 to 64 small letters, digits, hyphens and underscores':
    'يجب أن يكون من 1 إلى 64 من الحروف اللاتينية الصغيرة والأرقام والشُّرَط',
  'must begin with {site}': 'يجب أن يبدأ بـ {site}',
  'must be the address of the page of a public {thing}':
    'يجب أن يكون عنوان صفحة عامة على هذا الموقع',
  'is in this list already': 'موجود في هذه القائمة من قبل',
  'is nobody here; give the address of their page': 'لا أحد هنا بهذا الاسم؛ اذكر عنوان صفحته',
  'owns the show already': 'يملك البرنامج من قبل',
  'cannot be changed for yourself; ask another administrator':
    'لا يمكنك تغييره لنفسك؛ اسأل مديرًا آخر',
  'you cannot follow yourself': 'لا يمكنك متابعة نفسك',
  'you cannot block yourself': 'لا يمكنك حظر نفسك',
  'has {n} schedules already; delete one first': 'له {n} موعدًا من قبل؛ احذف واحدًا أولًا',
  'the show of this episode is deleted as well; restore the show first':
    'برنامج هذه الحلقة محذوف أيضًا؛ استعد البرنامج أولًا',
  'is the address that the feed has here': 'هو عنوان الخلاصة هنا',
  'cannot be used with a live stream, which another host sends':
    'لا يمكن استخدامه مع بث مباشر يرسله مضيف آخر',
  'publish the live episode first': 'انشر الحلقة المباشرة أولًا',
  'must be later than live_starts_at': 'يجب أن يكون بعد live_starts_at',
  'this episode takes messages only without a time; leave it out':
    'تقبل هذه الحلقة التعليقات دون وقت فقط؛ اتركه فارغًا',
  'must be at most {n}, because the episode ends there':
    'يجب ألا يزيد على {n}، لأن الحلقة تنتهي هناك',
  'is not one of your uploads': 'ليس من ملفاتك المرفوعة',
  'could not be processed; upload another file': 'تعذّرت معالجته؛ ارفع ملفًا آخر',
  'is empty': 'فارغ',
  'is required, as the body or as a part of it': 'مطلوب',
  'is a picture, but must be audio; send a picture as the cover of a show':
    'هو صورة، ويجب أن يكون صوتًا؛ ارفع الصور غلافًا لبرنامج',
  'must be a transcript; its name ends in .vtt, .srt, .json or .txt':
    'يجب أن يكون نصًا مكتوبًا؛ ينتهي اسمه بـ .vtt أو .srt أو .json أو .txt',
  'must be a JPEG or PNG picture': 'يجب أن تكون صورة JPEG أو PNG',
  'is damaged or not complete': 'تالف أو غير كامل',
  'has {width} x {height} pixels; it may have {n} million at most':
    'فيه {width} × {height} بكسل؛ والحد الأقصى {n} مليون',
  'has no text; add at least one cue': 'ليس فيه نص؛ أضف مقطعًا واحدًا على الأقل',
  'must have at most {n} cues; join short ones': 'يجب ألا تزيد المقاطع على {n}؛ ادمج القصيرة منها',
  'must end after it starts': 'يجب أن ينتهي بعد بدايته',
  'must be later than the chapter before, which starts at {n} s':
    'يجب أن يكون بعد الفصل السابق الذي يبدأ عند {n} ث',
  'must lie within the {n} s of the audio': 'يجب أن يقع ضمن {n} ث من الصوت',
  'is required, unless toc is false': 'مطلوب، إلا إذا كان toc هو false',
  'the feed names no e-mail address; put the code into the feed instead':
    'لا تذكر الخلاصة عنوان بريد؛ ضع الرمز في الخلاصة بدلًا من ذلك',
  'is not the code of the last mail; ask for a new mail with prove_by=mail':
    'ليس رمز الرسالة الأخيرة؛ اطلب رسالة جديدة',
  'is missing; say for whom the episodes are': 'غير موجود؛ حدّد لمن تكون الحلقات',
  'this has changed meanwhile. Read it again before you change it.':
    'تغيّر هذا في الأثناء. اقرأه مرة أخرى قبل أن تعدّله.',
};

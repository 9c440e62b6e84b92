// The words of each language; `BootWords` says what they are for.

extension BootWords {
  static var english: BootWords {
    BootWords(
      waiting: "Waiting for %", failed: "% failed", details: "Esc shows details",
      password: "Password", bootUp: "Starting up", shutdown: "Shutting down", reboot: "Restarting",
      updates: "Installing updates", upgrade: "Upgrading the system",
      firmware: "Updating the firmware", reset: "Resetting the system")
  }

  static var arabic: BootWords {
    BootWords(
      waiting: "في انتظار %", failed: "فشل %", details: "Esc يعرض التفاصيل",
      password: "كلمة المرور", bootUp: "جارٍ بدء التشغيل", shutdown: "جارٍ إيقاف التشغيل",
      reboot: "جارٍ إعادة التشغيل", updates: "جارٍ تثبيت التحديثات", upgrade: "جارٍ ترقية النظام",
      firmware: "جارٍ تحديث البرنامج الثابت", reset: "جارٍ إعادة ضبط النظام")
  }

  static var czech: BootWords {
    BootWords(
      waiting: "Čeká se na %", failed: "Selhalo: %", details: "Esc zobrazí podrobnosti",
      password: "Heslo", bootUp: "Spouštění", shutdown: "Vypínání", reboot: "Restartování",
      updates: "Instalace aktualizací", upgrade: "Přechod na novou verzi systému",
      firmware: "Aktualizace firmwaru", reset: "Obnovení systému do výchozího stavu")
  }

  static var danish: BootWords {
    BootWords(
      waiting: "Venter på %", failed: "% mislykkedes", details: "Esc viser detaljer",
      password: "Adgangskode", bootUp: "Starter", shutdown: "Lukker ned", reboot: "Genstarter",
      updates: "Installerer opdateringer", upgrade: "Opgraderer systemet",
      firmware: "Opdaterer firmwaren", reset: "Nulstiller systemet")
  }

  static var dutch: BootWords {
    BootWords(
      waiting: "Wachten op %", failed: "% is mislukt", details: "Esc toont details",
      password: "Wachtwoord", bootUp: "Opstarten", shutdown: "Afsluiten",
      reboot: "Opnieuw opstarten", updates: "Updates installeren", upgrade: "Het systeem upgraden",
      firmware: "De firmware bijwerken", reset: "De fabrieksinstellingen terugzetten")
  }

  static var finnish: BootWords {
    BootWords(
      waiting: "Odotetaan: %", failed: "% epäonnistui", details: "Esc näyttää tiedot",
      password: "Salasana", bootUp: "Käynnistetään", shutdown: "Sammutetaan",
      reboot: "Käynnistetään uudelleen", updates: "Asennetaan päivityksiä",
      upgrade: "Päivitetään järjestelmän uuteen versioon", firmware: "Päivitetään laiteohjelmistoa",
      reset: "Palautetaan alkuperäiset asetukset")
  }

  static var french: BootWords {
    BootWords(
      waiting: "En attente de %", failed: "Échec de %", details: "Échap affiche les détails",
      password: "Mot de passe", bootUp: "Démarrage en cours", shutdown: "Arrêt en cours",
      reboot: "Redémarrage en cours", updates: "Installation des mises à jour",
      upgrade: "Mise à niveau du système", firmware: "Mise à jour du micrologiciel",
      reset: "Réinitialisation du système")
  }

  static var german: BootWords {
    BootWords(
      waiting: "Warten auf %", failed: "% ist fehlgeschlagen", details: "Esc zeigt Einzelheiten",
      password: "Passwort", bootUp: "Wird gestartet", shutdown: "Wird heruntergefahren",
      reboot: "Wird neu gestartet", updates: "Aktualisierungen werden installiert",
      upgrade: "Das System wird aktualisiert", firmware: "Die Firmware wird aktualisiert",
      reset: "Das System wird zurückgesetzt")
  }

  static var greek: BootWords {
    BootWords(
      waiting: "Αναμονή για %", failed: "Απέτυχε: %", details: "το Esc δείχνει λεπτομέρειες",
      password: "Κωδικός πρόσβασης", bootUp: "Εκκίνηση", shutdown: "Τερματισμός λειτουργίας",
      reboot: "Επανεκκίνηση", updates: "Εγκατάσταση ενημερώσεων",
      upgrade: "Αναβάθμιση του συστήματος", firmware: "Ενημέρωση του υλικολογισμικού",
      reset: "Επαναφορά του συστήματος")
  }

  static var hebrew: BootWords {
    BootWords(
      waiting: "בהמתנה ל-%", failed: "% נכשל", details: "Esc מציג פרטים", password: "סיסמה",
      bootUp: "מתבצעת הפעלה", shutdown: "מתבצע כיבוי", reboot: "מתבצעת הפעלה מחדש",
      updates: "מותקנים עדכונים", upgrade: "המערכת משודרגת", firmware: "הקושחה מתעדכנת",
      reset: "המערכת מאופסת")
  }

  static var hungarian: BootWords {
    BootWords(
      waiting: "Várakozás: %", failed: "Sikertelen: %", details: "az Esc megmutatja a részleteket",
      password: "Jelszó", bootUp: "Indítás", shutdown: "Leállítás", reboot: "Újraindítás",
      updates: "Frissítések telepítése", upgrade: "A rendszer frissítése új verzióra",
      firmware: "A firmware frissítése", reset: "A rendszer visszaállítása")
  }

  static var indonesian: BootWords {
    BootWords(
      waiting: "Menunggu %", failed: "% gagal", details: "Esc menampilkan rincian",
      password: "Kata sandi", bootUp: "Memulai", shutdown: "Mematikan", reboot: "Memulai ulang",
      updates: "Memasang pembaruan", upgrade: "Meningkatkan sistem",
      firmware: "Memperbarui firmware", reset: "Mengatur ulang sistem")
  }

  static var italian: BootWords {
    BootWords(
      waiting: "In attesa di %", failed: "Operazione non riuscita: %",
      details: "Esc mostra i dettagli", password: "Password", bootUp: "Avvio in corso",
      shutdown: "Spegnimento in corso", reboot: "Riavvio in corso",
      updates: "Installazione degli aggiornamenti", upgrade: "Avanzamento di versione del sistema",
      firmware: "Aggiornamento del firmware", reset: "Ripristino del sistema")
  }

  static var norwegian: BootWords {
    BootWords(
      waiting: "Venter på %", failed: "% mislyktes", details: "Esc viser detaljer",
      password: "Passord", bootUp: "Starter", shutdown: "Slår av", reboot: "Starter på nytt",
      updates: "Installerer oppdateringer", upgrade: "Oppgraderer systemet",
      firmware: "Oppdaterer fastvaren", reset: "Tilbakestiller systemet")
  }

  static var polish: BootWords {
    BootWords(
      waiting: "Oczekiwanie na %", failed: "Niepowodzenie: %", details: "Esc pokazuje szczegóły",
      password: "Hasło", bootUp: "Uruchamianie", shutdown: "Wyłączanie",
      reboot: "Ponowne uruchamianie", updates: "Instalowanie aktualizacji",
      upgrade: "Uaktualnianie systemu", firmware: "Aktualizowanie oprogramowania układowego",
      reset: "Przywracanie systemu")
  }

  static var portuguese: BootWords {
    BootWords(
      waiting: "Aguardando %", failed: "% falhou", details: "Esc mostra os detalhes",
      password: "Senha", bootUp: "Iniciando", shutdown: "Desligando", reboot: "Reiniciando",
      updates: "Instalando atualizações", upgrade: "Atualizando a versão do sistema",
      firmware: "Atualizando o firmware", reset: "Restaurando o sistema")
  }

  static var romanian: BootWords {
    BootWords(
      waiting: "Se așteaptă %", failed: "% a eșuat", details: "Esc arată detaliile",
      password: "Parolă", bootUp: "Se pornește", shutdown: "Se oprește", reboot: "Se repornește",
      updates: "Se instalează actualizări", upgrade: "Se trece la o versiune nouă a sistemului",
      firmware: "Se actualizează firmware-ul", reset: "Se resetează sistemul")
  }

  static var russian: BootWords {
    BootWords(
      waiting: "Ожидание: %", failed: "Сбой: %", details: "Esc показывает подробности",
      password: "Пароль", bootUp: "Запуск", shutdown: "Выключение", reboot: "Перезагрузка",
      updates: "Установка обновлений", upgrade: "Обновление системы",
      firmware: "Обновление микропрограммы", reset: "Сброс системы")
  }

  static var spanish: BootWords {
    BootWords(
      waiting: "Esperando a %", failed: "% ha fallado", details: "Esc muestra los detalles",
      password: "Contraseña", bootUp: "Iniciando", shutdown: "Apagando", reboot: "Reiniciando",
      updates: "Instalando actualizaciones", upgrade: "Actualizando el sistema",
      firmware: "Actualizando el firmware", reset: "Restableciendo el sistema")
  }

  static var swedish: BootWords {
    BootWords(
      waiting: "Väntar på %", failed: "% misslyckades", details: "Esc visar detaljer",
      password: "Lösenord", bootUp: "Startar", shutdown: "Stänger av", reboot: "Startar om",
      updates: "Installerar uppdateringar", upgrade: "Uppgraderar systemet",
      firmware: "Uppdaterar den fasta programvaran", reset: "Återställer systemet")
  }

  static var turkish: BootWords {
    BootWords(
      waiting: "% bekleniyor", failed: "% başarısız oldu", details: "Esc ayrıntıları gösterir",
      password: "Parola", bootUp: "Başlatılıyor", shutdown: "Kapatılıyor",
      reboot: "Yeniden başlatılıyor", updates: "Güncellemeler yükleniyor",
      upgrade: "Sistem yükseltiliyor", firmware: "Aygıt yazılımı güncelleniyor",
      reset: "Sistem sıfırlanıyor")
  }

  static var ukrainian: BootWords {
    BootWords(
      waiting: "Очікування: %", failed: "Збій: %", details: "Esc показує подробиці",
      password: "Пароль", bootUp: "Запуск", shutdown: "Вимкнення", reboot: "Перезавантаження",
      updates: "Встановлення оновлень", upgrade: "Оновлення системи",
      firmware: "Оновлення мікропрограми", reset: "Скидання системи")
  }

  static var vietnamese: BootWords {
    BootWords(
      waiting: "Đang chờ %", failed: "% bị lỗi", details: "Esc hiện chi tiết", password: "Mật khẩu",
      bootUp: "Đang khởi động", shutdown: "Đang tắt máy", reboot: "Đang khởi động lại",
      updates: "Đang cài đặt bản cập nhật", upgrade: "Đang nâng cấp hệ thống",
      firmware: "Đang cập nhật firmware", reset: "Đang đặt lại hệ thống")
  }
}

// MARK: Languages that DejaVu Sans cannot write

extension BootWords {
  static var japanese: BootWords {
    BootWords(
      waiting: "%を待っています", failed: "%が失敗しました", details: "Escで詳細を表示", password: "パスワード",
      bootUp: "起動しています", shutdown: "シャットダウンしています", reboot: "再起動しています",
      updates: "更新をインストールしています", upgrade: "システムをアップグレードしています",
      firmware: "ファームウェアを更新しています", reset: "システムを初期化しています")
  }

  static var korean: BootWords {
    BootWords(
      waiting: "% 대기 중", failed: "% 실패", details: "Esc를 누르면 자세히 표시", password: "암호",
      bootUp: "시작하는 중", shutdown: "종료하는 중", reboot: "다시 시작하는 중", updates: "업데이트를 설치하는 중",
      upgrade: "시스템을 업그레이드하는 중", firmware: "펌웨어를 업데이트하는 중", reset: "시스템을 초기화하는 중")
  }

  static var simplifiedChinese: BootWords {
    BootWords(
      waiting: "正在等待 %", failed: "% 失败", details: "按 Esc 查看详细信息", password: "密码", bootUp: "正在启动",
      shutdown: "正在关机", reboot: "正在重新启动", updates: "正在安装更新", upgrade: "正在升级系统",
      firmware: "正在更新固件", reset: "正在重置系统")
  }

  static var thai: BootWords {
    BootWords(
      waiting: "กำลังรอ %", failed: "% ล้มเหลว", details: "กด Esc เพื่อดูรายละเอียด",
      password: "รหัสผ่าน", bootUp: "กำลังเริ่มระบบ", shutdown: "กำลังปิดเครื่อง",
      reboot: "กำลังเริ่มระบบใหม่", updates: "กำลังติดตั้งการอัปเดต", upgrade: "กำลังอัปเกรดระบบ",
      firmware: "กำลังอัปเดตเฟิร์มแวร์", reset: "กำลังรีเซ็ตระบบ")
  }

  static var traditionalChinese: BootWords {
    BootWords(
      waiting: "正在等待 %", failed: "% 失敗", details: "按 Esc 檢視詳細資料", password: "密碼", bootUp: "正在啟動",
      shutdown: "正在關機", reboot: "正在重新啟動", updates: "正在安裝更新", upgrade: "正在升級系統",
      firmware: "正在更新韌體", reset: "正在重設系統")
  }
}

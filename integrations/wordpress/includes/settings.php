<?php
/**
 * The page Settings, Earshot. It has one field.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

const PAGE = 'earshot';

add_action(
	'admin_menu',
	function () {
		$title = __( 'Earshot', 'earshot' );
		add_options_page( $title, $title, 'manage_options', PAGE, __NAMESPACE__ . '\render_page' );
	}
);

add_action(
	'admin_init',
	function () {
		register_setting(
			PAGE,
			OPTION,
			array(
				'type'              => 'string',
				'default'           => '',
				'sanitize_callback' => __NAMESPACE__ . '\sanitize_setting',
			)
		);
		add_settings_section( 'addresses', '', '__return_null', PAGE );
		add_settings_field(
			OPTION,
			__( 'Address of the podcast site', 'earshot' ),
			__NAMESPACE__ . '\render_field',
			PAGE,
			'addresses',
			array( 'label_for' => OPTION )
		);
	}
);

/**
 * Keeps the old address if the new one is not valid.
 *
 * @param mixed $value The entered text.
 */
function sanitize_setting( $value ): string {
	$url = clean_url( $value );
	if ( '' === $url && '' !== $value ) {
		add_settings_error( OPTION, 'address', __( 'The address of the podcast site must begin with https:// or http://.', 'earshot' ) );
		return clean_url( get_option( OPTION, '' ) );
	}
	return $url;
}

foreach ( array( 'add', 'update' ) as $earshot_change ) {
	add_action( "{$earshot_change}_option_" . OPTION, __NAMESPACE__ . '\warn_where_silent', 10, 2 );
}

/**
 * Warns about a wrong address at once, because authors would notice it only when players are missing.
 *
 * @param mixed $before The option's old value, or its name.
 * @param mixed $url    Its new value.
 */
function warn_where_silent( $before, $url ): void {
	if ( '' === $url || ! function_exists( 'add_settings_error' ) ) {
		return;
	}
	$answer = wp_safe_remote_head( "$url/widgets.js", array( 'timeout' => 5 ) );
	if ( 200 !== wp_remote_retrieve_response_code( $answer ) ) {
		add_settings_error( OPTION, 'silent', __( 'The address is saved, but no podcast site answers there now.', 'earshot' ), 'warning' );
	}
}

function render_page(): void {
	echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1><form method="post" action="options.php">';
	settings_fields( PAGE );
	do_settings_sections( PAGE );
	if ( ! is_fixed() ) {
		submit_button();
	}
	echo '</form></div>';
}

function render_field(): void {
	printf(
		'<input type="url" class="regular-text code" id="%1$s" name="%1$s" value="%2$s" placeholder="https://podcasts.example.org"%3$s aria-describedby="earshot-about">',
		esc_attr( OPTION ),
		esc_attr( podcast_url() ),
		disabled( is_fixed(), true, false )
	);
	echo '<p class="description" id="earshot-about">' . esc_html( about_field() ) . '</p>';
}

function about_field(): string {
	return is_fixed()
		? __( 'Fixed by EARSHOT_URL in wp-config.php.', 'earshot' )
		: __( 'Its pages, pasted on a line of their own, become players; so do its shortcodes and embed codes.', 'earshot' );
}

/** Adds a link to the settings to the list of plugins. */
add_filter(
	'plugin_action_links_' . plugin_basename( dirname( __DIR__ ) . '/earshot.php' ),
	function ( $links ) {
		return array_merge( array( link_to_settings( __( 'Settings', 'earshot' ) ) ), $links );
	}
);

/** Shows the notice only on the list of plugins, which appears after the plugin is activated. */
add_action(
	'admin_notices',
	function () {
		if ( '' !== podcast_url() || 'plugins' !== get_current_screen()->id || ! current_user_can( 'manage_options' ) ) {
			return;
		}
		echo '<div class="notice notice-warning"><p>' . link_to_settings( missing_address() ) . '</p></div>'; // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there
	}
);

function link_to_settings( string $text ): string {
	return sprintf( '<a href="%s">%s</a>', esc_url( admin_url( 'options-general.php?page=' . PAGE ) ), esc_html( $text ) );
}

/** The message while the address of the podcast site is not set. */
function missing_address(): string {
	return __( 'Earshot: name the address of your podcast site under Settings, Earshot.', 'earshot' );
}
